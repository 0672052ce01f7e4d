const drawn = new Set();
const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const last = values => values.reduce((most, value) => known(value) && value > most ? value : most, 0);

/** Draws what comes near the window, and nothing else: a thousand tests are four thousand charts. */
const near = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (entry.isIntersecting) { near.unobserve(entry.target); entry.target.draw(); }
  }
}, { rootMargin: '300px' });
const sized = new ResizeObserver(entries => {
  for (const { target } of entries) {
    const plot = target.plot;
    if (plot && target.clientWidth > 0 && Math.abs(plot.width - target.clientWidth) > 1) {
      plot.setSize({ width: target.clientWidth, height: plot.height });
    }
  }
});

/**
 * A figure with a title, a legend, a chart and a tooltip.
 * spec: { title, unit, x, xTitle, xText, text, series: [{ label, values, colour, dash, fill, bars, points, beyond }], top, sync }
 */
function figure(spec) {
  const legend = h('ul', { class: 'legend' }, spec.series.map(each => h('li', {},
    h('i', { class: each.dash ? 'dash' : null, 'data-colour': each.colour, style: { borderTopColor: `var(--${each.colour})` } }),
    each.label + (each.beyond ? ' (above the chart)' : ''))));
  const box = h('div', { class: 'chart', role: 'img', 'aria-label': spec.title + ': ' + spec.series.map(
    each => each.label + ' up to ' + spec.text(last(each.values))).join(', ') });
  const tip = h('div', { class: 'tip', hidden: true });
  const node = h('figure', {}, h('figcaption', {}, spec.title, ' ', h('small', {}, spec.unit)), legend, box, tip);
  box.draw = () => {
    if (box.plot) box.plot.destroy();
    box.textContent = '';
    box.plot = new uPlot(options(spec, box, tip), [spec.x, ...spec.series.map(each => each.values)], box);
    drawn.add(box);
    sized.observe(box);
  };
  near.observe(box);
  return node;
}

function options(spec, box, tip) {
  const axis = more => Object.assign({
    stroke: colour('soft'), font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif',
    grid: { stroke: colour('grid'), width: 1 }, ticks: { stroke: colour('grid'), width: 1 },
  }, more);
  const top = spec.top || Math.max(...spec.series.map(each => last(each.values))) * 1.12 || 1;
  return {
    width: Math.max(200, box.clientWidth), height: 220, padding: [8, 26, 0, 0],
    legend: { show: false },
    scales: { x: { time: false, distr: spec.log ? 3 : 1 }, y: { range: [0, top] } },
    cursor: { drag: { x: false, y: false }, sync: spec.sync ? { key: spec.sync } : undefined, points: { size: 7 } },
    axes: [
      axis({ values: (plot, splits) => splits.map(spec.xText), space: 56, size: 34, splits: spec.splits }),
      axis({ values: (plot, splits) => splits.map(spec.axisText || spec.text), size: 66, space: 36 }),
    ],
    series: [{}, ...spec.series.map(each => ({
      label: each.label, stroke: colour(each.colour), width: each.bars ? 0 : 2,
      dash: each.dash ? [6, 4] : undefined, spanGaps: !!each.gaps,
      fill: each.bars ? colour(each.colour) : each.fill ? colour('c-fill') : undefined,
      paths: each.bars ? uPlot.paths.bars({ size: [0.8, 12], align: 0 }) : each.stepped ? uPlot.paths.stepped({ align: -1 })
        : each.scatter ? () => null : undefined,
      points: { show: !!(each.points || each.scatter), size: 7, fill: colour(each.colour) },
    }))],
    hooks: { setCursor: [plot => showTip(plot, spec, tip)] },
  };
}

function showTip(plot, spec, tip) {
  const { idx, left, top } = plot.cursor;
  const own = plot.over.matches(':hover');
  if (!known(idx) || left < 0 || !own) { tip.hidden = true; return; }
  tip.textContent = '';
  tip.append(h('b', {}, spec.tipTitle ? spec.tipTitle(spec.x[idx]) : spec.xText(spec.x[idx])));
  for (const each of spec.series) {
    const value = each.values[idx];
    if (!known(value) && each.scatter) continue;
    tip.append(h('div', {}, h('i', { style: { background: `var(--${each.colour})` } }), each.label + ' ',
      h('strong', {}, known(value) ? spec.text(value) : 'unknown')));
  }
  tip.hidden = false;
  const box = tip.parentElement, over = plot.over.getBoundingClientRect(), frame = box.getBoundingClientRect();
  const x = over.left - frame.left + left, right = x + 14 + tip.offsetWidth > box.clientWidth;
  tip.style.left = Math.max(0, right ? x - 14 - tip.offsetWidth : x + 14) + 'px';
  tip.style.top = Math.max(0, over.top - frame.top + Math.min(top, over.height - tip.offsetHeight)) + 'px';
}

const redraw = () => { for (const box of drawn) box.isConnected ? box.draw() : drawn.delete(box); };
const drawAll = () => document.querySelectorAll('details[open] .chart, .sweep .chart').forEach(box => {
  if (box.draw && !box.plot) { near.unobserve(box); box.draw(); }
});

/** A sender that waits for its window sends a burst per round trip: within one, goodput says nothing of how fast it is. */
function overRoundTrips({ atMillis, goodputKbit }, rttMillis) {
  const bits = [0];
  for (let i = 1; i < atMillis.length; i++) bits.push(bits[i - 1] + (goodputKbit[i] ?? 0) * (atMillis[i] - atMillis[i - 1]));
  let from = 0;
  return atMillis.map((at, i) => {
    while (from + 1 < i && at - atMillis[from + 1] >= rttMillis) from++;
    return i === 0 || at === atMillis[from] ? null : (bits[i] - bits[from]) / (at - atMillis[from]) / 1000;
  });
}

/** The charts of one test. */
function chartsOf(entry, key) {
  const { path, transfer } = entry, course = transfer.course;
  if (course.atMillis.length < 2) return [];
  const x = course.atMillis.map(ms => ms / 1000), flat = value => x.map(() => value);
  const common = { x, xText: s => three(s) + ' s', sync: key };
  const figures = [];
  const goodput = [{ label: 'goodput', values: overRoundTrips(course, path.rttNanos / 1e6), colour: 'c-main', fill: true }];
  if (known(path.ceilingBitsPerSecond)) goodput.push({ label: 'ceiling of the line', values: flat(path.ceilingBitsPerSecond / 1e6), colour: 'c-limit', dash: true });
  if (known(transfer.expectedBitsPerSecond)) goodput.push({ label: 'expected on average', values: flat(transfer.expectedBitsPerSecond / 1e6), colour: 'c-expect', dash: true });
  const peak = last(goodput[0].values);
  const limits = goodput.slice(1).map(each => each.values[0]);
  const burst = limits.length > 0 && peak > 2.2 * Math.max(...limits);
  figures.push(figure({ ...common, title: 'Goodput', unit: 'mbit/s, of the round trip before', text: v => rate(v * 1e6), axisText: v => three(v), series: goodput,
    top: burst ? 2.2 * Math.max(...limits) : undefined }));
  figures.push(flight(entry, common, flat));
  figures.push(course.rttMicros
    ? figure({ ...common, title: 'Round trip', unit: 'ms, smoothed, of the busiest connection', text: v => three(v) + ' ms', axisText: v => three(v),
      series: [{ label: 'measured by TCP', values: course.rttMicros.map(v => known(v) ? v / 1000 : null), colour: 'c-main', gaps: true },
        { label: 'of the path', values: flat(path.rttNanos / 1e6), colour: 'c-limit', dash: true }] })
    : without('Round trip', 'unknown: this backend does not see it'));
  figures.push(losses(course, common));
  return figures;
}

function flight(entry, common, flat) {
  const { path, transfer: { course } } = entry, mega = values => values.map(v => known(v) ? v / 1e6 : null);
  const series = [];
  if (course.inFlightBytes) series.push({ label: 'in flight', values: mega(course.inFlightBytes), colour: 'c-main', fill: true });
  if (known(path.bdpBytes)) series.push({ label: 'BDP', values: flat(path.bdpBytes / 1e6), colour: 'c-limit', dash: true });
  const base = Math.max(0, ...series.map(each => last(each.values)));
  if (!course.inFlightBytes) return without('Bytes in flight', 'unknown: this backend does not see them');
  for (const [label, values, name] of [['receive window', course.receiveWindowBytes, 'c-rwnd'],
    ['send buffer', course.sendCapacityBytes, 'c-send'], ['congestion window', course.congestionWindowBytes, 'c-cwnd']]) {
    if (values) series.push({ label, values: mega(values), colour: name, gaps: true });
  }
  const top = base * 1.6 || 1;
  for (const each of series) each.beyond = each.values.filter(v => known(v) && v > top).length > .9 * Math.max(1, each.values.filter(known).length);
  return figure({ ...common, title: 'In flight and windows', unit: 'MB', text: v => size(v * 1e6), axisText: v => three(v), series, top });
}

function losses(course, common) {
  const series = [];
  if (course.losses) series.push({ label: 'packets lost', values: course.losses, colour: 'c-loss', bars: true });
  if (course.retransmissions) {
    // Beside the bars of what was lost they are dots, and none where there were none.
    const dots = course.losses ? course.retransmissions.map(v => v || null) : course.retransmissions;
    series.push({ label: 'segments sent again', values: dots, colour: 'c-retx', scatter: !!course.losses, bars: !course.losses });
  }
  if (!series.length) return without('Losses', 'unknown: this backend does not count them');
  if (series.every(each => last(each.values) === 0)) return without('Losses', 'No packet was lost and no segment was sent again.');
  return figure({ ...common, title: 'Losses', unit: 'since the point before', text: v => String(Math.round(v * 10) / 10), series });
}

const without = (title, text) => h('figure', {}, h('figcaption', {}, title), h('div', { class: 'chart empty' }, text));

/** The utilisations of the baseline, and of this run after them. */
function history(gate) {
  const before = gate.baselinePpm, now = gate.samplesPpm, control = gate.controlPpm;
  if (before.length + now.length < 2) return null;
  const x = [...before, ...now].map((value, i) => i + 1), blank = n => Array(n).fill(null), per = values => values.map(v => v / 1e4);
  const series = [{ label: 'baseline', values: [...per(before), ...blank(now.length)], colour: 'c-limit', scatter: true },
    { label: 'this run', values: [...blank(before.length), ...per(now)], colour: 'c-main', scatter: true }];
  if (control.length) series.push({ label: 'control transfers', values: [...blank(before.length), ...per(control), ...blank(Math.max(0, now.length - control.length))].slice(0, x.length), colour: 'c-expect', scatter: true });
  return figure({ title: 'History', unit: 'utilisation in %', x, xText: v => Number.isInteger(v) ? String(v) : '', tipTitle: v => 'sample ' + v, text: v => three(v) + ' %',
    series: series.filter(each => each.values.some(known)) });
}
