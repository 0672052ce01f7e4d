'use strict';
const known = value => value !== undefined && value !== null;
const three = value => {
  const digits = value >= 10 ? 1 : value >= 1 ? 2 : 3;
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};
const scaled = (value, units) => {
  let i = 0;
  while (i < units.length - 1 && value >= 999.5) { value /= 1000; i++; }
  return three(value) + ' ' + units[i];
};
const rate = bits => scaled(bits, ['bit', 'kbit', 'mbit', 'gbit', 'tbit']);
const size = bytes => scaled(bytes, ['B', 'kB', 'MB', 'GB', 'TB']);
const time = nanos => scaled(nanos, ['ns', 'µs', 'ms', 's']);
const percent = ppm => (Math.floor(ppm / 1000) / 10) + ' %';
const share = part => three(part * 100) + ' %';

/** Makes an element; a text becomes a text, never markup. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'style') Object.assign(element.style, value);
    else if (known(value) && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (known(child) && child !== false) element.append(child);
  }
  return element;
}
const unknown = () => h('span', { class: 'unknown' }, 'unknown');
