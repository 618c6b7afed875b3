/** Passkeys: asks the browser for one and sends it with the form. Without this script the form stays hidden. */
const { PublicKeyCredential } = window;

async function ask({ passkey, options }) {
  const json = JSON.parse(options);
  return passkey === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!PublicKeyCredential?.parseCreationOptionsFromJSON) break;
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    const { credential } = form.elements;
    if (credential.value) return;
    event.preventDefault();
    const problem = form.querySelector('[role=alert]');
    problem.textContent = '';
    try {
      credential.value = JSON.stringify(await ask(form.dataset));
      form.requestSubmit();
    } catch {
      problem.textContent = problem.dataset.text;
    }
  });
}
