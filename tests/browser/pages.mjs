// Opens the console in Chromium: what a person does first, and every page in both widths and both modes.
//
// usage: node pages.mjs URL EMAIL PASSWORD [FOLDER FOR SCREENSHOTS]
import { readFileSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const [base, email, password, shots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [375, 1280];
const chrome = process.env.CHROMIUM || ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => {
  try { readFileSync(path); return true; } catch { return false; }
});
const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox', '--disable-gpu'] });
const faults = [];
if (shots) mkdirSync(shots, { recursive: true });

/** A page whose console errors and requests to other hosts are faults. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: false, ...options });
  const page = await context.newPage();
  const where = () => `${page.url().replace(base, '')}`;
  page.on('console', message => {
    // A page that shows a refused call has the status of that call, which Chromium reports as an error.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(`${where()}: console: ${message.text()}`);
  });
  page.on('pageerror', error => faults.push(`${where()}: ${error.message}`));
  page.on('request', request => {
    const url = request.url();
    if (!url.startsWith(base) && !url.startsWith('data:')) faults.push(`${where()}: asks ${url}`);
  });
  return page;
}

async function signIn(page) {
  await page.goto(`${base}/login`);
  await page.fill('#email', email);
  await page.fill('#password', password);
  await Promise.all([page.waitForURL(`${base}/`), page.click('main button[type=submit]')]);
}

async function violations(page) {
  const session = await page.context().newCDPSession(page);
  // Evaluated by the debugger, so that the policy of the page stays as it is.
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { resultTypes: ['violations'] }).then(r => JSON.stringify(r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | '))))`,
    awaitPromise: true, returnByValue: true,
  });
  return JSON.parse(result.value);
}

async function step(name, work) {
  try { await work(); console.log(`browser: ${name}`); } catch (error) { faults.push(`${name}: ${error.message.split('\n').slice(0, 6).join(' ')}`); }
}

await step('sign-up leads to a first answered call', async () => {
  const page = await open();
  await page.goto(base);
  await page.click('text=Start a trial >> nth=0');
  await page.fill('#email', `new-${Date.now()}@client.example`);
  await page.fill('#password', 'correct horse battery');
  await page.click('main button[type=submit]');
  await page.waitForURL(/playground\/enrich/);
  assert.match(await page.textContent('form.card button.pri'), /1 cr/);
  await page.click('form.card button.pri');
  await page.waitForSelector('#answer .tag.ok');
  assert.match(await page.textContent('#answer'), /charged 1 cr/);
  assert.match(await page.textContent('#answer'), /Marta Quist/);
  await page.context().close();
});

await step('a key is made, used, rotated and revoked', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/keys`);
  await page.fill('#name', 'browser test');
  await page.check('input[value=manage]');
  await page.click('form.card button.pri');
  const key = (await page.textContent('#newkey')).trim();
  const me = await fetch(`${base}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(me.status, 200);
  const row = () => page.locator('tr', { hasText: 'browser test' }).filter({ has: page.locator('text=Rotate') }).first();
  await row().locator('text=Rotate').click();
  const next = (await page.textContent('#newkey')).trim();
  assert.notEqual(next, key);
  for (let left = 2; left > 0; left--) await row().locator('text=Revoke').click();
  const refused = await fetch(`${base}/v1/me`, { headers: { authorization: `Bearer ${next}` } });
  assert.equal(refused.status, 401);
  await page.context().close();
});

await step('a key gets another cap, and a webhook other events', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/keys`);
  await page.fill('#name', 'capped in the browser');
  await page.fill('#cap', '50');
  await page.click('form.card button.pri');
  const row = page.locator('tr', { hasText: 'capped in the browser' }).first();
  assert.match(await row.textContent(), /of 50 cr/);
  await row.locator('summary').click();
  await row.locator('input[name=cap]').fill('1,200');
  await row.locator('text=Set cap').click();
  await page.waitForSelector('.note.ok:has-text("may cost 1,200 cr a month")');
  await page.locator('tr', { hasText: 'capped in the browser' }).first().locator('text=Revoke').click();

  await page.goto(`${base}/webhooks`);
  const ticks = page.locator('form[action="/webhooks"] .some');
  assert.ok(!(await ticks.isVisible()), 'all are chosen at first');
  await page.fill('#url', 'https://hooks.customer.example/brimful');
  await page.check('form[action="/webhooks"] input[value=some]');
  assert.ok(await ticks.isVisible());
  await page.click('form[action="/webhooks"] button.pri');
  await page.waitForSelector('.note.warn:has-text("Tick the events")');
  await page.check('form[action="/webhooks"] input[value="bulk.completed"]');
  await page.click('form[action="/webhooks"] button.pri');
  await page.waitForSelector('.note.ok:has-text("The webhook is made")');
  const hook = page.locator('tr', { hasText: 'hooks.customer.example/brimful' }).first();
  assert.match(await hook.locator('summary').textContent(), /^bulk.completed$/);
  await hook.locator('summary').click();
  await hook.locator('input[value=all]').check();
  await hook.locator('text=Choose').click();
  await page.waitForSelector('.note.ok:has-text("events are chosen")');
  assert.match(await page.locator('tr', { hasText: 'hooks.customer.example/brimful' }).first().locator('summary').textContent(), /^all$/);
  await page.context().close();
});

await step('a capped key is used up to its cap', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/keys`);
  await page.fill('#name', 'capped and used');
  await page.fill('#cap', '1');
  await page.click('form.card button.pri');
  const key = (await page.textContent('#newkey')).trim();
  const enrich = name => fetch(`${base}/v1/enrich`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fullName: name, company_domain: 'tidewater.example' }),
  });
  const first = await (await enrich('Marta Quist')).json();
  assert.equal(first.cost.credits, 1);
  const refused = await enrich('Marta Quist');
  assert.equal(refused.status, 402);
  assert.equal((await refused.json()).code, 'key_cap_reached');
  await page.goto(`${base}/keys`);
  const row = () => page.locator('tr', { hasText: 'capped and used' }).first();
  assert.match(await row().textContent(), /1 of 1 cr/);
  await row().locator('text=Revoke').click();
  await page.context().close();
});

await step('a webhook receives a test event, and again when it is sent again', async () => {
  const received = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers['webhook-id']);
    request.resume();
    response.end();
  });
  await new Promise(ready => receiver.listen(0, '127.0.0.1', ready));
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/webhooks`);
  const url = `http://127.0.0.1:${receiver.address().port}/hook`;
  await page.fill('#url', url);
  await page.click('form[action="/webhooks"] button.pri');
  await page.waitForSelector('.note.ok:has-text("The webhook is made")');
  const hook = page.locator('tr', { hasText: url }).first();
  await hook.locator('text=Test event').click();
  const arrived = async count => {
    for (let look = 0; look < 100 && received.length < count; look++) await page.waitForTimeout(100);
    assert.equal(received.length, count, 'deliveries that arrived');
  };
  await arrived(1);
  await page.goto(`${base}/webhooks`);
  await page.locator('tr', { hasText: 'webhook.test' }).first().locator('text=Send again').click();
  await arrived(2);
  assert.equal(received[0], received[1], 'a receiver can tell that it is the same event');
  await page.goto(`${base}/webhooks`);
  await page.locator('tr', { hasText: url }).first().locator('text=Delete').click();
  receiver.close();
  await page.context().close();
});

await step('a search shows the price that is then charged', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/search`);
  const counts = () => page.$$eval('#facets [name=departments] ~ span:last-child', all => all.map(count => count.textContent).join(' '));
  const before = await counts();
  await page.fill('#titles', 'unfinished');
  await page.fill('#titles', '');
  await page.check('#filters input[value=vp]');
  await page.waitForFunction(old => [...document.querySelectorAll('#facets [name=departments] ~ span:last-child')].map(count => count.textContent).join(' ') !== old, before);
  assert.deepEqual(await page.evaluate(() => [document.activeElement.name, document.activeElement.value, document.activeElement.checked]), ['seniorities', 'vp', true], 'the focus stays');
  await page.waitForTimeout(600);
  const picks = page.locator('.pick');
  for (let left = (await picks.count()) - 2; left > 0; left--) await picks.nth(left + 1).uncheck();
  const shown = Number((await page.textContent('form[action="/search/reveal"] button.pri b')).match(/[\d.]+/)[0]);
  assert.equal(Number(await page.inputValue('form[action="/search/reveal"] [name=max_credits]')), shown, 'the form allows what the button says');
  await page.click('form[action="/search/reveal"] button.pri');
  await page.waitForSelector('h1:has-text("Revealed")');
  const charged = Number((await page.textContent('main .head p')).match(/Charged ([\d.]+)/)[1]);
  assert.equal(charged, shown);
  const names = await page.$$eval('main table a', all => all.map(a => a.textContent).join());
  await page.reload();
  assert.equal(await page.$$eval('main table a', all => all.map(a => a.textContent).join()), names, 'the address shows them again');
  await page.click('main table a >> nth=0');
  await page.waitForSelector('text=Contacts');
  if (process.env.PICTURE) {
    await page.click('form:has(input[name=ask][value=enrich]) button');
    await page.waitForSelector('text=Worked together');
    await page.screenshot({ path: process.env.PICTURE });
  }
  await page.context().close();
});

await step('what was paid for is shown again free, with scripts and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await open({ javaScriptEnabled });
    await signIn(page);
    const company = javaScriptEnabled ? 'quayside.example' : 'leeward.example';
    await page.goto(`${base}/companies/${company}`);
    const left = async () => Number((await page.textContent('.fuel')).replace(/,/g, '').match(/[\d.]+/)[0]);
    const balance = await left();
    const button = page.locator('form:has(input[name=ask][value=record]) button');
    const shown = Number((await button.locator('b').textContent()).match(/[\d.]+/)[0]);
    await button.click();
    await page.waitForSelector('#facts');
    assert.equal(balance - await left(), shown);
    await page.reload();
    await page.goto(`${base}/companies/${company}`);
    assert.match(await page.textContent('#facts'), /%/);
    assert.match(await page.textContent('main'), /Bought (now|\d+ min ago) for 1 cr/);
    assert.equal(balance - await left(), shown);
    await page.evaluate(() => document.querySelector('form:has(input[name=ask][value=record]) [name=max_credits]').value = '0.5');
    await page.click('form:has(input[name=ask][value=record]) button');
    await page.waitForSelector('.note.warn:has-text("Nothing was charged")');
    assert.match(await page.textContent('form:has(input[name=ask][value=record]) button b'), /1 cr/);
    await page.context().close();
  }
});

await step('the playground prices what is typed before it is sent', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/playground/search_people`);
  await page.fill('#f-limit', '30');
  await page.waitForSelector('#send-form b:has-text("up to 31 cr")');
  assert.equal(await page.inputValue('#f-limit'), '30', 'what was typed stays');
  assert.match(await page.textContent('#answer'), /nothing sent yet/);
  await page.context().close();
});

await step('a table goes in and comes out', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/bulk`);
  await page.setInputFiles('#file', { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from('Full Name,Website,Owner\nMarta Quist,tidewater.example,Ines\nNo Such Person,tidewater.example,Tom\n') });
  await page.click('form.card button.pri');
  await page.waitForSelector('text=You pay at most');
  assert.equal(await page.inputValue('select[name=col-0]'), 'fullName');
  assert.equal(await page.inputValue('select[name=col-1]'), 'company_domain');
  assert.equal(await page.inputValue('select[name=col-2]'), '');
  const rows = await page.$$eval('#preview tbody tr', all => all.map(row => row.textContent));
  assert.match(rows[0], /found.*a person/);
  assert.match(rows[1], /not found|asked when the job runs/);
  assert.ok(!/VP|Chief|Head|@/.test(rows[0].replace('tidewater.example', '')), rows[0]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const violation of await violations(page)) faults.push(`/bulk with a preview at ${width} px: ${violation}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.click('button[value=start]');
  await page.waitForURL(/bulk\/job_/);
  await page.waitForSelector('#job dd:has-text("100 %")', { timeout: 20000 });
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /^Full Name,Website,Owner,index,/);
  assert.match(text, /\nMarta Quist,tidewater.example,Ines,0,/);
  await page.context().close();
});

await step('an operator grants, refunds and reviews by keys', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/operator/accounts`);
  await page.fill('main input[name=q]', email);
  await page.click('form.filt button');
  await page.click('main table a >> nth=0');
  await page.fill('#credits', '5');
  await page.fill('#reason', 'browser test');
  await page.click('form.card button.pri');
  await page.waitForSelector('.note.ok:has-text("Granted 5 cr")');
  await page.click('#statement a:has-text("Refund") >> nth=0');
  await page.click('form.card button.pri');
  await page.waitForSelector('.note.ok:has-text("Refunded")');
  await page.goto(`${base}/operator/review`);
  const pair = () => page.$$eval('form.stick input[name=one], form.stick input[name=other]', all => all.map(input => input.value).join(' '));
  const first = await pair();
  assert.match(first, /^(per|com)_\w+ (per|com)_\w+$/);
  await page.keyboard.press('l');
  await page.waitForFunction(old => [...document.querySelectorAll('form.stick input[name=one], form.stick input[name=other]')].map(input => input.value).join(' ') !== old, first);
  await page.keyboard.press('a');
  await page.waitForSelector('.note.ok:has-text("stay two records")');
  await page.goto(`${base}/operator/audit`);
  const log = await page.textContent('main table');
  for (const action of ['Keep apart', 'Refund', 'Grant']) assert.ok(log.includes(action), action);
  await page.context().close();
});

await step('an operator imports a file from the browser, and decides on the two people in it that may be one', async () => {
  const page = await open();
  await signIn(page);
  await page.goto(`${base}/operator/imports`);
  const rows = 'Id,Full Name,Mail,Firm,Remark\n1,Ada Fernworth,ada@fernworth.example,Fernworth,Head of Sales\n2,,,,nobody\n3,Omar Reed,,Fernworth,Buyer\n4,Omar Reid,,Fernworth,Nurse\n';
  await page.setInputFiles('#file', { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await page.click('form.card button.pri');
  await page.waitForURL(/operator\/imports\/imp_/);
  assert.equal(await page.inputValue('select[name=col-1]'), 'fullName');
  assert.equal(await page.inputValue('select[name=col-2]'), 'email');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const violation of await violations(page)) faults.push(`columns of an import at ${width} px: ${violation}`);
    if (shots) await page.screenshot({ path: `${shots}/import-columns-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.selectOption('select[name=col-4]', 'title');
  await page.fill('#source', 'browser test');
  await page.click('button[value=start]');
  await page.waitForSelector('#import .tag.ok:has-text("done")', { timeout: 20000 });
  assert.match(await page.textContent('#rejects'), /nobody/);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const violation of await violations(page)) faults.push(`a finished import at ${width} px: ${violation}`);
    if (shots) await page.screenshot({ path: `${shots}/import-done-${width}.png`, fullPage: true });
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download all as csv')]);
  assert.match(readFileSync(await download.path(), 'utf8'), /line,reason/);
  await page.goto(`${base}/operator/review`);
  await page.click('main a:has-text("Omar Reid")');
  await page.waitForSelector('form.stick');
  await page.keyboard.press('m');
  await page.waitForSelector('.note.ok:has-text("one record now")');
  await page.goto(`${base}/operator/review`);
  assert.equal(await page.locator('main a:has-text("Omar Reid")').count(), 0, 'the pair is decided');
  await page.goto(`${base}/operator/audit`);
  for (const action of [/Start import/, /Merge/]) assert.match(await page.textContent('main table'), action);
  await page.context().close();
});

await step('an operator changes the order of vendors, takes it back and measures, without scripts', async () => {
  const page = await open({ javaScriptEnabled: false });
  await signIn(page);
  await page.goto(`${base}/operator/waterfall`);
  const mobile = page.locator('section[aria-label=Mobile]');
  const first = await mobile.locator('tbody tr:first-child .b').textContent();
  await mobile.locator('tbody tr:first-child select').selectOption('0');
  await mobile.locator('input[value=listed]').check();
  await mobile.locator('text=Set this order').click();
  assert.match(await page.textContent('.note.ok'), /in force/);
  assert.equal(await mobile.locator('tbody tr:last-child .b').textContent(), first, 'the one that is not asked is last');
  await mobile.locator('text=Back to the configuration').click();
  assert.match(await mobile.locator('.tag').first().textContent(), /default/);
  await page.goto(`${base}/operator/calibration`);
  await page.click('main form button');
  for (let look = 0; look < 120 && !(await page.$('circle.c1')); look++) {
    await page.waitForTimeout(500);
    await page.goto(`${base}/operator/calibration`);
  }
  assert.match(await page.textContent('main'), /Calibration error/);
  await page.goto(`${base}/operator/audit`);
  for (const action of [/Choose order/, /Reset order/, /Start calibration/]) assert.match(await page.textContent('main table'), action);
  await page.context().close();
});

await step('the palette, the help and the theme answer to keys', async () => {
  const page = await open();
  await signIn(page);
  await page.keyboard.press('/');
  await page.waitForSelector('#cmd:popover-open');
  await page.keyboard.type('keys');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${base}/keys`);
  await page.keyboard.press('?');
  await page.waitForSelector('#help:popover-open');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.waitForURL(`${base}/log`);
  await page.click('[data-theme-form] button');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  await page.reload();
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  await page.context().close();
});

for (const signedIn of [false, true]) {
  await step(`the playground finds something with every example ${signedIn ? 'live' : 'in the sandbox, without sign-in'}`, async () => {
    const page = await open({ javaScriptEnabled: false });
    if (signedIn) await signIn(page);
    await page.goto(`${base}/pricing`);
    const paths = await page.$$eval('main a[href^="/playground/"]', all => all.map(a => a.getAttribute('href')));
    assert.ok(paths.length > 40);
    for (const path of paths.filter(path => !path.includes('bulk_'))) {
      await page.goto(base + path);
      const send = page.locator('form.card button.pri').first();
      if (!(await send.count())) continue;
      await send.click();
      const status = (await page.textContent('#answer .tag')).trim();
      if (status !== '200') faults.push(`${path} ${signedIn ? 'live' : 'in the sandbox'}: ${status}`);
      // Nothing is charged for nothing, and lists show how many they have: one that was paid for before is free.
      const answer = await page.textContent('#answer');
      const price = Number((answer.match(/(?:live:|charged) ([\d.]+) cr/) || [])[1] || 0);
      if (!(price > 0) && !/· [1-9]/.test(answer)) faults.push(`${path} ${signedIn ? 'live' : 'in the sandbox'} finds nothing`);
    }
    await page.context().close();
  });
}

/** Paths of things that the account has by now. */
async function ownPaths() {
  const page = await open();
  await signIn(page);
  const first = async (path, pattern) => {
    await page.goto(base + path);
    const links = await page.$$eval('main a', all => all.map(a => a.getAttribute('href')));
    return links.find(link => pattern.test(link));
  };
  await page.goto(`${base}/playground/enrich`);
  await page.click('form.card button.pri');
  await page.waitForSelector('#answer .tag.ok');
  const person = (await page.$$eval('#answer a', all => all.map(a => a.getAttribute('href')))).find(link => /^\/people\//.test(link));
  // What is bought stays on its page, so that every page below is opened with its facts and pictures.
  for (const [path, asked] of [['/companies/tidewater.example', ['record', 'committee']], [person, ['enrich', 'relationship_graph']]]) {
    for (const ask of asked) {
      await page.goto(base + path);
      await page.click(`form:has(input[name=ask][value=${ask}]) button`);
      await page.waitForLoadState();
      assert.ok(!(await page.$('.note.warn, .note.bad')), `${ask} at ${path} is answered`);
    }
  }
  const account = await first('/operator/accounts', /^\/operator\/accounts\/acc_/);
  const found = [person, await first('/log', /^\/log\/req_/), await first('/bulk', /^\/bulk\/job_/), await first('/lists', /^\/lists\/watch\/wl_/), account, account && `${account}/refund`];
  await page.context().close();
  return found.filter(Boolean);
}

/** Paths of the documentation: every page has a line in /llms.txt. */
const listed = [...(await (await fetch(`${base}/llms.txt`)).text()).matchAll(/\((\/docs[^)]*)\.md\)/g)].map(found => found[1]);
const guides = ['/docs', '/docs/find?q=email', '/docs/find?q=zzzz', ...listed.filter(path => !path.startsWith('/docs/endpoints/'))];
const reference = listed.filter(path => path.startsWith('/docs/endpoints/'));
assert.ok(guides.length > 20 && reference.length > 90, `${guides.length} guides, ${reference.length} endpoints`);

await step('the documentation is found, read and tried without scripts', async () => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(base);
  await page.click('header >> text=Docs');
  await page.fill('.dnav input[name=q]', 'find email');
  await page.press('.dnav input[name=q]', 'Enter');
  await page.waitForURL(/\/docs\/find\?q=find/);
  await page.click('.found a >> nth=0');
  await page.waitForURL(`${base}/docs/endpoints/find-email`);
  await page.click('label:has-text("Python")');
  assert.ok(await page.isVisible('pre:has-text("import json")'));
  assert.ok((await page.textContent('article pre')).includes(base), 'samples name this server');
  await page.click('text=Try it');
  await page.waitForURL(/playground\/find_email/);
  await page.click('form.card button.pri');
  assert.match(await page.textContent('#answer .tag'), /200/);
  await page.context().close();
});

const open_to_all = ['/', '/login', '/signup', '/playground/enrich', '/playground/search_people', '/pricing', '/privacy', '/problems', '/no-such-page', ...guides];
const operate = ['review', 'accounts', 'sources', 'waterfall', 'feeds', 'imports', 'requests', 'suppressions', 'health', 'calibration', 'settings', 'audit'].map(name => `/operator/${name}`);
const own = ['/', '/account', '/account/statement', '/search', '/search?for=companies', '/companies/tidewater.example', '/signals', '/signals?kind=job-change', '/lists', '/bulk', '/playground/buying_committee', '/log', '/keys', '/webhooks', ...operate, ...(await ownPaths())];

for (const scripts of [true, false]) {
  for (const width of widths) {
    for (const mode of scripts ? ['light', 'dark'] : ['light']) {
      for (const signedIn of [false, true]) {
        const without = scripts ? '' : ', without scripts';
        const name = `every page ${signedIn ? 'signed in' : 'signed out'} at ${width} px, ${mode}${without}`;
        await step(name, async () => {
          const page = await open({ viewport: { width, height: 900 }, colorScheme: mode, javaScriptEnabled: scripts });
          // axe is a script, so that it looks at the page as served, whose own script is empty.
          const checked = scripts ? page : await open({ viewport: { width, height: 900 }, colorScheme: mode });
          if (!scripts) await checked.route(/\.js(\?|$)/, route => route.fulfill({ contentType: 'text/javascript', body: '' }));
          for (const each of new Set([page, checked])) if (signedIn) await signIn(each);
          // The pages of endpoints are made by one function, so that each is opened in two of the settings.
          const endpoints = scripts && mode === (width === widths[0] ? 'light' : 'dark') ? reference : reference.slice(0, 3);
          for (const path of signedIn ? own : [...open_to_all, ...endpoints]) {
            await page.goto(base + path);
            if (checked !== page) await checked.goto(base + path);
            const wide = await checked.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            if (wide > 0) faults.push(`${path} at ${width} px${without} is ${wide} px too wide`);
            for (const violation of await violations(checked)) faults.push(`${path} at ${width} px, ${mode}${without}: ${violation}`);
            if (shots) {
              const file = `${signedIn ? 'in' : 'out'}-${path.replace(/[^a-z0-9]+/gi, '_') || 'start'}-${width}-${mode}${scripts ? '' : '-noscript'}.png`;
              await page.screenshot({ path: `${shots}/${file}`, fullPage: true });
            }
          }
          for (const each of new Set([page, checked])) await each.context().close();
        });
      }
    }
  }
}

await step('forms work without scripts', async () => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(`${base}/playground/enrich`);
  await page.click('form.card button.pri');
  assert.match(await page.textContent('#answer'), /Marta Quist/);
  await signIn(page);
  await page.goto(`${base}/log`);
  await page.selectOption('select[name=charged]', 'true');
  await page.click('form.filt button');
  assert.match(await page.textContent('main table'), /found|answered/);
  await page.goto(`${base}/search`);
  await page.check('#filters input[value=vp]');
  await page.click('#filters button[type=submit]');
  assert.match(await page.textContent('#found'), /match/);
  await page.context().close();
});

await browser.close();
if (faults.length) {
  console.error([...new Set(faults)].map(fault => `browser: FAULT ${fault}`).join('\n'));
  process.exit(1);
}
console.log('browser: all passed');
