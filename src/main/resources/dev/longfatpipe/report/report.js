(() => {
  const report = JSON.parse(document.getElementById('data').textContent);
  const { run, tests } = report;
  const root = document.documentElement, main = document.getElementById('main');
  const VERDICTS = ['FAILED', 'INCONCLUSIVE', 'PASSED'];
  const count = verdict => tests.filter(entry => entry.verdict === verdict).length;

  // Light and dark: as the system has it, until the button says otherwise.
  const system = matchMedia('(prefers-color-scheme: dark)'), button = document.getElementById('theme');
  let chosen = null;
  const theme = name => {
    root.dataset.theme = name;
    button.textContent = name === 'dark' ? 'Light' : 'Dark';
    button.setAttribute('aria-label', 'Switch to ' + (name === 'dark' ? 'light' : 'dark') + ' colours');
    redraw();
    paintSweeps();
  };
  const current = () => chosen || (system.matches ? 'dark' : 'light');
  const sweepBox = h('div', {});
  const sweeps = sweepsOf(tests);
  const paintSweeps = () => { sweepBox.replaceChildren(...sweeps.map(sweepNode)); };
  button.addEventListener('click', () => { chosen = root.dataset.theme === 'dark' ? 'light' : 'dark'; theme(chosen); });
  system.addEventListener('change', () => theme(current()));

  document.getElementById('project').textContent = run.project;
  document.getElementById('about').textContent = [new Date(run.began).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
    run.library && 'LongFatPipe ' + run.library, run.java, run.system, run.processors + (run.processors === 1 ? ' processor' : ' processors'),
    run.jvms > 1 && run.jvms + ' JVMs'].filter(Boolean).join(' · ');

  const fact = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, known(value) ? value : unknown()));

  function meter(transfer) {
    if (!transfer) return h('div', { class: 'meter' }, 'nothing crossed the pipe');
    const reached = transfer.utilisationPpm;
    return h('div', { class: 'meter' },
      known(reached) && h('div', { class: 'bar' }, h('i', { style: { width: Math.min(100, reached / 1e4) + '%' } })),
      h('b', {}, known(reached) ? percent(reached) : rate(transfer.goodputBitsPerSecond)),
      known(reached) && ` · ${rate(transfer.goodputBitsPerSecond)} of ${rate(transfer.expectedBitsPerSecond)}`);
  }

  function testNode(entry, index) {
    const { test, path, transfer } = entry;
    const node = h('details', { class: 'test', id: 't' + index },
      h('summary', {},
        h('span', {}, h('span', { class: 'badge ' + entry.verdict }, entry.verdict)),
        h('div', { class: 'name' }, h('h3', {}, test.name + (path.pipe ? ' [' + path.pipe + ']' : '')), h('p', {}, path.text)),
        meter(transfer),
        h('div', { class: 'limit' }, transfer && transfer.diagnosis ? transfer.diagnosis.factor : '')));
    node.addEventListener('toggle', () => fill(node, entry));
    node.entry = entry;
    return node;
  }

  function fill(node, entry) {
    if (!node.open || node.filled) return;
    node.filled = true;
    const { path, transfer } = entry, body = h('div', { class: 'body' });
    if (entry.earlierVerdicts) body.append(h('p', { class: 'note' }, 'This test ran ' + (entry.earlierVerdicts.length + 1) + ' times; before, it was ' + entry.earlierVerdicts.join(', ') + '.'));
    if (entry.reason) body.append(h('pre', { class: 'reason ' + entry.verdict }, entry.reason));
    if (transfer) transferred(body, entry, node.id);
    if (entry.gate) gated(body, entry.gate);
    if (entry.warnings) body.append(h('h4', {}, 'Warnings'), h('ul', { class: 'warnings' }, entry.warnings.map(text => h('li', {}, text))));
    body.append(h('h4', {}, 'Path'), h('dl', { class: 'facts' },
      fact('round trip', time(path.rttNanos) + (known(path.measuredRttNanos) ? ', measured ' + time(path.measuredRttNanos) : '')),
      fact('line rate', known(path.rateBitsPerSecond) ? rate(path.rateBitsPerSecond) : 'no limit'),
      fact('loss', path.lossModel), fact('queue', path.queue),
      fact('BDP', known(path.bdpBytes) ? size(path.bdpBytes) : 'no limit'), fact('MTU', path.mtuBytes + ' bytes'),
      fact('backend', path.backend + ' (' + path.tcp + ')'),
      fact('kernel', path.clientKernel === path.serverKernel ? path.clientKernel : path.clientKernel + ' to ' + path.serverKernel),
      fact('seed', path.seed)));
    node.append(body);
  }

  function transferred(body, entry, key) {
    const { transfer } = entry, { machine, diagnosis } = transfer;
    body.append(h('dl', { class: 'facts' },
      fact('goodput', rate(transfer.goodputBitsPerSecond)),
      fact('expected', known(transfer.expectedBitsPerSecond) ? rate(transfer.expectedBitsPerSecond) : null),
      fact('utilisation', known(transfer.utilisationPpm) ? percent(transfer.utilisationPpm) : null),
      fact('delivered ' + transfer.direction, size(transfer.bytes) + ' in ' + time(transfer.durationNanos)),
      fact('first byte after', known(transfer.timeToFirstByteNanos) ? time(transfer.timeToFirstByteNanos) : null),
      fact('connections', String(transfer.connectionCount)),
      fact('machine late', share(machine.stalledShare) + ' of the time'),
      fact('processors idle', known(machine.idleShare) ? share(machine.idleShare) : null)));
    if (diagnosis) {
      body.append(h('div', { class: 'diagnosis' }, h('h4', {}, 'Limit: ' + diagnosis.factor),
        h('ul', {}, diagnosis.evidence.map(text => h('li', {}, text))), h('p', {}, h('b', {}, 'Fix: '), diagnosis.remedy)));
    }
    if (transfer.binding) body.append(h('p', { class: 'meter' }, 'The expectation is bound by ' + transfer.binding));
    if (transfer.inconclusive) body.append(h('p', { class: 'note' }, 'Nothing certain can be said of it: ' + transfer.inconclusive));
    body.append(h('div', { class: 'charts' }, chartsOf(entry, key)));
    if (transfer.connections.length) connections(body, transfer);
  }

  function buffer(reading) {
    if (reading.source === 'ASSUMED') return unknown();
    const by = reading.source === 'DECLARED' ? ', declared' : '';
    const granted = known(reading.grantedBytes) ? ' (granted ' + size(reading.grantedBytes) + ')' : '';
    return (known(reading.requestedBytes) ? 'set to ' + reading.requestedBytes : 'automatic') + granted + by;
  }

  function connections(body, transfer) {
    const held = times => {
      const [longest] = Object.entries(times).sort((a, b) => b[1] - a[1]);
      return longest ? longest[0] + ' ' + time(longest[1]) : unknown();
    };
    const rest = transfer.connectionCount - transfer.connections.length;
    const number = value => h('td', { class: 'num' }, known(value) ? String(value) : unknown());
    body.append(h('h4', {}, 'Connections'), h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Connections' }, h('table', {},
      rest > 0 && h('caption', {}, 'Those that carried the most; ' + rest + ' more are not shown'),
      h('thead', {}, h('tr', {}, ['#', 'client → server', 'delivered', 'sender’s SO_SNDBUF', 'receiver’s SO_RCVBUF', 'least rtt', 'sent again', 'lost', 'held back by'].map(
        (name, i) => h('th', { scope: 'col', class: [0, 2, 5, 6, 7].includes(i) ? 'num' : null }, name)))),
      h('tbody', {}, transfer.connections.map(each => h('tr', {},
        h('th', { scope: 'row', class: 'num' }, String(each.number)),
        h('td', {}, (each.transport === 'udp' ? 'udp ' : '') + each.client + ' → ' + each.server),
        h('td', { class: 'num' }, size(each.bytes)), h('td', {}, buffer(each.sendBuffer)), h('td', {}, buffer(each.receiveBuffer)),
        h('td', { class: 'num' }, known(each.minimumRttNanos) ? time(each.minimumRttNanos) : unknown()),
        number(each.retransmissions), number(known(each.pathLosses) ? each.pathLosses + each.queueDrops : null),
        h('td', {}, held(each.heldBackNanos))))))));
  }

  function gated(body, gate) {
    body.append(h('h4', {}, 'Baseline'), h('pre', { class: 'evidence' }, gate.text.join('\n')));
    const chart = history(gate);
    if (chart) body.append(h('div', { class: 'charts' }, chart));
  }

  // The page.
  main.append(h('ul', { class: 'tiles' },
    h('li', {}, h('b', {}, String(tests.length)), h('span', {}, tests.length === 1 ? 'measured test' : 'measured tests')),
    ['PASSED', 'FAILED', 'INCONCLUSIVE'].map(verdict => h('li', { class: verdict + (count(verdict) ? '' : ' none') },
      h('b', {}, String(count(verdict))), h('span', {}, verdict.toLowerCase())))));
  for (const note of report.notes) main.append(h('p', { class: 'note' }, note));
  if (sweeps.length) main.append(h('h2', {}, 'Sweeps'), sweepBox);
  main.append(h('h2', { id: 'tests' }, 'Tests'));

  const nodes = tests.map(testNode), list = h('div', { id: 'list' });
  const search = h('input', { type: 'search', placeholder: 'Search name, path or limit', 'aria-label': 'Search' });
  const order = h('select', { 'aria-label': 'Order' }, [['verdict', 'Failed first'], ['name', 'By name'], ['utilisation', 'Least utilisation first']].map(
    ([value, text]) => h('option', { value }, text)));
  let filter = null;
  const filters = [null, ...VERDICTS].map(verdict => {
    const each = h('button', { type: 'button', 'aria-pressed': String(verdict === null) }, verdict ? verdict.toLowerCase() + ' ' + count(verdict) : 'all ' + tests.length);
    each.addEventListener('click', () => {
      filter = verdict;
      filters.forEach(other => other.setAttribute('aria-pressed', String(other === each)));
      select();
    });
    return each;
  });
  const keys = nodes.map(({ entry }) => [entry.test.name, entry.test.class, entry.path.text, entry.path.pipe,
    entry.transfer && entry.transfer.diagnosis && entry.transfer.diagnosis.factor].join(' ').toLowerCase());
  const sorters = {
    verdict: (a, b) => VERDICTS.indexOf(a.entry.verdict) - VERDICTS.indexOf(b.entry.verdict),
    name: (a, b) => a.entry.test.name.localeCompare(b.entry.test.name),
    utilisation: (a, b) => reached(a) - reached(b),
  };
  const reached = ({ entry }) => entry.transfer ? entry.transfer.utilisationPpm ?? Infinity : -1;
  function select() {
    const words = search.value.trim().toLowerCase();
    nodes.forEach((node, i) => { node.hidden = !!(filter && node.entry.verdict !== filter) || !keys[i].includes(words); });
  }
  const arrange = () => list.append(...[...nodes].sort(sorters[order.value]));
  search.addEventListener('input', select);
  order.addEventListener('change', arrange);
  main.append(h('div', { class: 'tools' }, filters, search, order), list);
  arrange();
  theme(current());

  const open = node => { if (node && node.matches('details')) { node.open = true; node.scrollIntoView(); } };
  const wanted = () => open(document.getElementById(decodeURIComponent(location.hash.slice(1))));
  addEventListener('hashchange', wanted);
  const failed = nodes.filter(node => node.entry.verdict === 'FAILED').slice(0, 5);
  (failed.length ? failed : nodes.slice(0, 1)).forEach(node => { node.open = true; });
  if (location.hash.startsWith('#t')) wanted();

  // Paper is light, and has no button to open a test with.
  let before = [];
  addEventListener('beforeprint', () => {
    before = nodes.filter(node => !node.open);
    if (nodes.length <= 60) before.forEach(node => { node.open = true; fill(node, node.entry); });
    theme('light');
    drawAll();
  });
  addEventListener('afterprint', () => { before.forEach(node => { node.open = false; }); theme(current()); });
})();
