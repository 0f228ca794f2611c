// Runs in a page of the gateway, after fetch-available.js. Registers a passkey, and signs in, completes a sign-in and
// confirms by it.
(async (nickname, password) => {
  let token = '';
  const call = async (method, path, body) => {
    const response = await fetchAvailable(`/v1/auth/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, ...(text && JSON.parse(text)) };
  };
  const create = async () => {
    const options = await call('POST', 'factors/passkeys/options');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return (await navigator.credentials.create({ publicKey })).toJSON();
  };
  const get = async (path, body) => {
    const options = await call('POST', path, body);
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  };

  token = (await call('POST', 'user/login', { nickname, password })).token;
  const first = await call('POST', 'factors/passkeys', { name: 'First', credential: await create() });
  const excluded = await create().catch((refused) => refused.name);
  const begun = await call('POST', 'user/login', { nickname, password });
  const transaction = { transaction: begun.transaction };
  const completed = await call('POST', 'user/login/second-factor/passkey', {
    ...transaction,
    credential: await get('user/login/second-factor/passkey/options', transaction),
  });
  const credential = await get('user/login/passkey/options');
  const signedIn = await call('POST', 'user/login/passkey', { credential });
  const replayed = await call('POST', 'user/login/passkey', { credential });
  token = signedIn.token;
  const confirmed = await call('POST', 'confirmation/passkey', { credential: await get('confirmation/passkey/options') });
  const withOne = await call('DELETE', 'password');
  return {
    registered: first.status,
    recoveryCodes: first.recoveryCodes.length,
    excluded,
    byPassword: begun.code,
    completed: completed.status,
    signedIn: signedIn.status,
    replayed: replayed.code,
    confirmed: confirmed.status,
    withOnePasskey: withOne.code,
    passkeys: (await call('GET', 'factors/passkeys')).items.length,
  };
})
