// brimful console. Adds to pages that work without it.
(() => {
  const html = document.documentElement, $ = (s, r = document) => r.querySelector(s), $$ = (s, r = document) => [...r.querySelectorAll(s)];
  const say = text => { const t = $('.toast'); if (!t) return; t.textContent = text; clearTimeout(say.t); say.t = setTimeout(() => t.textContent = '', 2400); };
  const number = n => Number(n).toLocaleString('en', { maximumFractionDigits: 3 });
  const typing = el => /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName) && !/checkbox|radio/.test(el.type);
  const debounce = (f, ms, t) => (...a) => { clearTimeout(t); t = setTimeout(f, ms, ...a); };

  // [data-filter=ID]: narrows a list of links to those that hold every word
  const filter = box => {
    const words = box.value.toLowerCase().split(/\s+/), list = document.getElementById(box.dataset.filter);
    $$('li', list).forEach(li => li.hidden = !words.every(w => li.textContent.toLowerCase().includes(w)));
    $$('section', list).forEach(s => s.hidden = !$('li:not([hidden])', s));
    return $$('li:not([hidden]) a', list);
  };

  // form[data-swap=IDS]: sends the form and puts the parts IDS of the answered page in the place of those that are shown.
  // The hidden fields are renewed, too, so that the next send is another one. Of several answers for the same
  // parts only that of the last send counts, and parts of the form itself stay while it has been changed since: another answer is on its way.
  const read = (form, button) => new URLSearchParams(new FormData(form, button));
  const swap = async (form, button, ids = form.dataset.swap.split(' '), more = {}) => {
    const sent = read(form).toString(), data = read(form, button), turns = form.turns ??= {}, turn = turns[ids] = (turns[ids] || 0) + 1;
    for (const name in more) data.set(name, more[name]);
    ids.forEach(id => document.getElementById(id)?.setAttribute('aria-busy', 'true'));
    let page;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: data, headers: { accept: 'text/html' } });
      if (answer.redirected) { location.href = answer.url; return; }
      page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    } catch { say('The server cannot be reached'); return; }
    if (turn !== turns[ids]) return;
    let found = false;
    const same = read(form).toString() === sent;
    for (const id of [...ids, 'fuel-note']) {
      const next = page.getElementById(id), old = document.getElementById(id), at = document.activeElement;
      if (!next || !old) continue;
      found = true;
      if (!same && form.contains(old)) { old.removeAttribute('aria-busy'); continue; }
      const had = old.contains(at) && { id: at.id, name: at.name, value: at.value };
      old.replaceWith(document.adoptNode(next));
      // What had the focus has it again: the same field, or the same value of a list.
      if (had) (had.id ? document.getElementById(had.id) : $$('input, button', next).find(x => x.name === had.name && x.value === had.value))?.focus();
    }
    if (!found) { const m = $('main', page); if (m) $('main').replaceWith(document.adoptNode(m)); }
    const fuel = $('.fuel', page); if (fuel) $('.fuel')?.replaceWith(document.adoptNode(fuel));
    const once = $(`form[action="${form.getAttribute('action')}"] [name=once]`, page), mine = $('[name=once]', form);
    if (once && mine) mine.value = once.value;
    place(); price();
  };

  // [data-address]: a link to what the page shows, which takes the place of the address that a form was sent to
  const place = () => { const to = $('[data-address]'); if (to) history.replaceState(null, '', to.href); };

  // form[data-live]: asks for the count while filters change, and shows what the server says
  const live = debounce(form => swap(form), 350);

  // form[data-quote=IDS]: asks for the price of what is typed, without sending it
  const quote = debounce(form => swap(form, null, form.dataset.quote.split(' '), { look: 'price' }), 350);

  // [data-price="BASE EACH"]: the price on the button follows what is chosen
  const price = () => $$('[data-price]').forEach(b => {
    const [base, each] = b.dataset.price.split(' ').map(Number), n = $$(b.dataset.of).filter(x => x.checked).length, cost = n ? base + each * n : 0;
    const most = $('[name=max_credits]', b.form);
    $('b', b).textContent = number(cost) + ' cr';
    if (most) most.value = +cost.toFixed(3);
    $$('[data-chosen]').forEach(o => o.textContent = n);
    $$('[data-left]').forEach(o => o.textContent = number(o.dataset.left - cost));
    b.disabled = !n;
  });

  // [data-events=URL]: rows that the server sends as they happen are put on top
  const events = () => $$('[data-events]').forEach(table => {
    const source = new EventSource(table.dataset.events);
    source.addEventListener('row', ev => {
      if (table.dataset.paused) return;
      const box = document.createElement('template');
      box.innerHTML = `<table><tbody>${ev.data}</tbody></table>`;
      const row = $('tr', box.content), body = $('tbody', table);
      if (row && body) { body.prepend(row); while (body.rows.length > 100) body.lastElementChild.remove(); }
    });
  });

  // [data-reload=SECONDS]: a running job is asked for again, at [data-at=PATH] where a form was answered under another one
  const reload = () => $$('[data-reload]').forEach(part => setTimeout(async () => {
    try {
      const page = new DOMParser().parseFromString(await (await fetch(part.dataset.at || location.href)).text(), 'text/html');
      const next = page.getElementById(part.id);
      if (next) { part.replaceWith(document.adoptNode(next)); reload(); }
    } catch { reload(); }
  }, 1000 * part.dataset.reload));

  let g = 0;
  addEventListener('keydown', ev => {
    const k = ev.key, mod = ev.metaKey || ev.ctrlKey, open = $('#cmd:popover-open'), t = ev.target;
    if ((mod && k === 'k') || (k === '/' && !typing(t))) { ev.preventDefault(); $('#cmd')?.togglePopover(); return; }
    if (mod && k === 'Enter') { const f = t.form; if (f) f.requestSubmit($$('[type=submit]', f).find(b => b.offsetParent)); return; }
    if (open && (k === 'ArrowDown' || k === 'ArrowUp')) {
      ev.preventDefault();
      const all = [$('input[type=search]', open), ...$$('li:not([hidden]) a', open)], at = all.indexOf(document.activeElement);
      all[(at + (k === 'ArrowDown' ? 1 : all.length - 1)) % all.length].focus(); return;
    }
    if (mod || ev.altKey || typing(t)) return;
    if (k === '?') return $('#help')?.togglePopover();
    const to = g && $(`#palette [data-letter="${CSS.escape(k)}"]`);
    if (to) { location.href = to.href; return; }
    // [data-key=LETTER]: a button that the letter presses
    if (!g) $(`[data-key="${CSS.escape(k)}"]`)?.click();
    g = k === 'g'; if (g) setTimeout(() => g = 0, 1200);
    if (k === 'j' || k === 'k') {
      const rows = $$('[data-rows] a'), at = rows.indexOf(document.activeElement);
      rows[Math.max(0, Math.min(rows.length - 1, at + (k === 'j' ? 1 : -1)))]?.focus();
    }
  });

  addEventListener('DOMContentLoaded', () => {
    document.addEventListener('click', async ev => {
      const b = ev.target.closest('[data-copy]');
      if (b) {
        try { await navigator.clipboard.writeText(document.getElementById(b.dataset.copy).textContent); say('Copied'); } catch { say('Select the text and copy it'); }
      }
      const pause = ev.target.closest('[data-pause]');
      if (pause) {
        const table = $(pause.dataset.pause), on = !table.dataset.paused;
        if (on) table.dataset.paused = 1; else delete table.dataset.paused;
        $('span', pause).textContent = on ? 'Go on' : 'Pause';
      }
    });
    document.addEventListener('input', ev => {
      if (ev.target.dataset.filter) filter(ev.target);
      const f = ev.target.closest('form[data-live]'), q = ev.target.closest('form[data-quote]');
      if (f) live(f);
      if (q) quote(q);
      if (ev.target.dataset.all) $$(ev.target.dataset.all).forEach(x => x.checked = ev.target.checked);
      price();
    });
    document.addEventListener('submit', ev => {
      const form = ev.target, box = $('.pop [data-filter]', form.parentElement || form), first = box && form.contains(box) && filter(box)[0];
      if (first) { ev.preventDefault(); location.href = first.href; return; }
      if ('themeForm' in form.dataset) {
        ev.preventDefault();
        const next = { undefined: 'light', light: 'dark', dark: 'auto' }[html.dataset.theme];
        next === 'auto' ? delete html.dataset.theme : html.dataset.theme = next;
        document.cookie = `brimful_theme=${next}; path=/; max-age=31536000; samesite=lax`;
        $('button', form).setAttribute('aria-label', 'Theme: ' + (html.dataset.theme || 'as the system'));
        say('Theme: ' + (html.dataset.theme || 'as the system'));
        return;
      }
      if (form.dataset.swap && form.enctype !== 'multipart/form-data') { ev.preventDefault(); swap(form, ev.submitter); return; }
      if (form.method === 'post') { if (form.dataset.sent) ev.preventDefault(); form.dataset.sent = 1; setTimeout(() => delete form.dataset.sent, 3000); }
    });
    place(); price(); events(); reload();
  });
})();
