// Every visible element with text of its own that is smaller than 12 px, or stands out from what is behind it by less than WCAG 2.1 AA asks.
const luminance = rgb => {
  const [r, g, b] = rgb.slice(0, 3).map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const rgba = text => {
  const numbers = text.match(/[\d.]+/g).map(Number);
  return numbers.length > 3 ? numbers : [...numbers, 1];
};
const behind = node => {
  const layers = [];
  for (let element = node; element; element = element.parentElement) {
    const layer = rgba(getComputedStyle(element).backgroundColor);
    if (layer[3] > 0) layers.push(layer);
    if (layer[3] === 1) break;
  }
  return layers.reverse().reduce((base, [r, g, b, a]) => base.map((v, i) => v * (1 - a) + [r, g, b][i] * a), [255, 255, 255]);
};
const bad = [];
for (const element of document.body.querySelectorAll('*')) {
  if (!element.checkVisibility() || !element.getClientRects().length || element.closest('.skip, script, noscript')) continue;
  if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
  const style = getComputedStyle(element), text = luminance(rgba(style.color)), ground = luminance(behind(element));
  const contrast = (Math.max(text, ground) + .05) / (Math.min(text, ground) + .05), size = parseFloat(style.fontSize);
  if (size < 12 || contrast < 4.5) {
    bad.push(`${element.tagName}.${element.className} ${size}px ${contrast.toFixed(2)} ${element.textContent.slice(0, 30)}`);
  }
}
return bad;
