const DIMENSIONS = [
  { name: 'rtt', of: entry => entry.path.rttNanos, text: time },
  { name: 'rate', of: entry => entry.path.rateBitsPerSecond ?? Infinity, text: v => v === Infinity ? 'unlimited' : rate(v) },
  { name: 'loss', of: entry => entry.path.loss, text: v => Number((v * 100).toPrecision(3)) + ' %' },
];

/** The invocations of one method over several paths. */
function sweepsOf(entries) {
  const groups = new Map();
  entries.forEach((entry, index) => {
    if (!entry.test.invocation || !entry.transfer) return;
    const key = JSON.stringify([entry.test.class, entry.test.method, entry.path.pipe || '']);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push({ entry, index });
  });
  const sweeps = [];
  for (const members of groups.values()) {
    const varying = DIMENSIONS.map(dimension => ({
      ...dimension, values: [...new Set(members.map(({ entry }) => dimension.of(entry)))].sort((a, b) => a - b),
    })).filter(dimension => dimension.values.length > 1).sort((a, b) => b.values.length - a.values.length);
    if (varying.length) sweeps.push({ members, varying });
  }
  return sweeps;
}

function sweepNode({ members, varying }) {
  const { test } = members[0].entry, [across, down] = varying, third = varying[2];
  const node = h('section', { class: 'sweep' },
    h('h3', {}, test.class.replace(/^.*\./, '').replaceAll('$', '.') + '.' + test.method),
    h('p', { class: 'meter' }, members.length + ' paths over ' + varying.map(each => each.name).join(', ')));
  for (const value of third ? third.values : [undefined]) {
    const here = third ? members.filter(({ entry }) => third.of(entry) === value) : members;
    node.append(h('div', { class: 'pair' }, heat(here, across, down, third && third.name + ' ' + third.text(value)), lines(here, across, down)));
  }
  return node;
}

/** The colour of the map, so strong, on a card; and how light that is (WCAG 2.1): the text on it is black or white. */
const blended = strength => {
  const [heat, card] = [colour('heat').split(',').map(Number), colour('card-rgb').split(',').map(Number)];
  return heat.map((value, i) => Math.round(card[i] + (value - card[i]) * strength));
};
const luminance = rgb => {
  const [r, g, b] = rgb.map(value => (value /= 255) <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const middle = values => { const sorted = [...values].sort((a, b) => a - b); return sorted[sorted.length >> 1]; };

function heat(members, across, down, more) {
  const rows = down ? down.values : [undefined];
  const cell = (x, y) => {
    const here = members.filter(({ entry }) => across.of(entry) === x && (!down || down.of(entry) === y));
    const reached = here.map(({ entry }) => entry.transfer.utilisationPpm).filter(known);
    if (!here.length) return h('td', {}, '');
    if (!reached.length) return h('td', {}, unknown());
    const value = middle(reached), level = Math.min(1, value / 1e6), { entry, index } = here[0];
    const mixed = blended(.1 + .9 * level);
    return h('td', { style: { background: `rgb(${mixed})`, color: luminance(mixed) > .18 ? '#000' : '#fff' } },
      h('a', { href: '#t' + index }, percent(value), h('small', {}, entry.transfer.diagnosis ? entry.transfer.diagnosis.factor : 'limit unknown')));
  };
  return h('div', { class: 'scroll' }, h('table', { class: 'heat' },
    h('caption', {}, 'Utilisation of the expectation, and what limited it' + (more ? ', ' + more : '')),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, down ? down.name + ' \\ ' + across.name : across.name),
      across.values.map(x => h('th', { scope: 'col' }, across.text(x))))),
    h('tbody', {}, rows.map(y => h('tr', {}, h('th', { scope: 'row' }, down ? down.text(y) : ''), across.values.map(x => cell(x, y)))))));
}

const SERIES = ['c-main', 'c-expect', 'c-send', 'c-cwnd', 'c-loss', 'c-retx', 'c-limit'];

function lines(members, across, down) {
  const shown = down ? down.values.slice(0, SERIES.length) : [undefined];
  const finite = across.values.filter(Number.isFinite);
  const at = (x, y, of) => {
    const here = members.filter(({ entry }) => across.of(entry) === x && (!down || down.of(entry) === y)).map(({ entry }) => of(entry)).filter(known);
    return here.length ? middle(here) / 1e6 : null;
  };
  const series = shown.map((y, i) => ({ label: down ? down.name + ' ' + down.text(y) : 'goodput', colour: SERIES[i], points: true, gaps: true,
    values: finite.map(x => at(x, y, entry => entry.transfer.goodputBitsPerSecond)) }));
  if (!down) series.push({ label: 'expected', colour: 'c-limit', dash: true, gaps: true, values: finite.map(x => at(x, undefined, entry => entry.transfer.expectedBitsPerSecond)) });
  return figure({ title: 'Goodput over ' + across.name, unit: 'mbit/s', x: finite, xText: across.text, text: v => rate(v * 1e6), axisText: v => three(v), series });
}
