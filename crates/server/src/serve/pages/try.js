const byId = (id) => document.getElementById(id);

const send = async (path, body, key) => {
  const headers = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  const started = performance.now();
  const response = await fetch(path, { method: 'POST', headers, body });
  const took = Math.round(performance.now() - started);
  const text = await response.text();
  let answer = text;
  try { answer = JSON.parse(text); } catch { /* shown as it came */ }
  return { response, answer, took };
};

const pretty = (answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2));

const playground = byId('try');
if (playground) {
  const { endpoint, key, body } = playground.elements;
  const path = () => (key.value ? endpoint.value : endpoint.selectedOptions[0].dataset.twin);
  const describe = () => {
    const lines = [`curl ${location.origin}${path()}`];
    if (key.value) lines.push("-H 'authorization: Bearer <your key>'");
    lines.push("-H 'content-type: application/json'", `-d '${body.value.replace(/\s*\n\s*/g, ' ').replaceAll("'", "'\\''")}'`);
    byId('curl').textContent = lines.join(' \\\n  ');
    byId('price').textContent = key.value ? `costs ${endpoint.selectedOptions[0].dataset.price}` : 'sandbox: free';
  };
  const choose = () => { body.value = endpoint.selectedOptions[0].dataset.example; describe(); };
  endpoint.addEventListener('change', choose);
  key.addEventListener('input', describe);
  body.addEventListener('input', describe);
  playground.addEventListener('submit', async (event) => {
    event.preventDefault();
    byId('status').textContent = 'sending';
    try {
      const { response, answer, took } = await send(path(), body.value, key.value.trim());
      byId('answer').textContent = pretty(answer);
      byId('status').textContent = `${response.status} in ${took} ms`;
    } catch (error) {
      byId('status').textContent = `no answer: ${error.message}`;
    }
  });
  choose();
}

const signup = byId('signup');
if (signup) {
  signup.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { response, answer } = await send('/v1/signup', JSON.stringify(Object.fromEntries(new FormData(signup))));
    const shown = byId('answer');
    shown.hidden = false;
    shown.textContent = response.ok ? `Your key, shown this once:\n\n${answer.key}` : pretty(answer.detail ?? answer);
    byId('status').textContent = response.ok ? 'Welcome.' : 'That did not work.';
    if (response.ok) signup.reset();
  });
}

const privacy = byId('privacy');
if (privacy) {
  privacy.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { kind, value } = privacy.elements;
    const { response, answer } = await send('/v1/privacy/requests', JSON.stringify({ [kind.value]: value.value }));
    byId('status').textContent = response.ok ? `${answer.message} Your request is ${answer.id}.` : answer.detail ?? 'That did not work.';
    if (response.ok) privacy.reset();
  });
}
