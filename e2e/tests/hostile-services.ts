// Services of others that have been taken over: a GitHub whose profiles and a naming service whose answers are hostile, behind the real binary.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, startNomina } from '../peers/peers.mjs';
import { KIT, PAYLOADS } from './hostile';

export const PROFILE_NAME = PAYLOADS[1];

const ANSWER = { fileName: `${PAYLOADS[0]} red boat`, altText: `A boat ${KIT}`, keywords: [...PAYLOADS], alternatives: [PAYLOADS[2], KIT] };

/** What a path answers with: JSON, or the address it sends the browser to. */
function answerTo(url: URL): object | string {
  if (url.pathname === '/login/oauth/authorize') {
    return `${url.searchParams.get('redirect_uri')}?code=x&state=${url.searchParams.get('state')}`;
  }
  const answers: Record<string, object> = {
    '/login/oauth/access_token': { access_token: 't', token_type: 'bearer', scope: 'user:email' },
    '/user': { id: 7, login: KIT, name: PROFILE_NAME, avatar_url: `javascript:hostile('avatar')` },
    '/user/emails': [{ email: 'mallory@example.org', primary: true, verified: true }],
    '/v1/chat/completions': { choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify(ANSWER) }, finish_reason: 'stop' }] },
  };
  return answers[url.pathname] ?? {};
}

/** The binary with both services behind it. */
export async function startAmongHostileServices(): Promise<{ base: string; stop: () => void }> {
  const services = createServer((request, response) => {
    const answer = answerTo(new URL(request.url ?? '/', 'http://services'));
    request.resume();
    if (typeof answer === 'string') response.writeHead(302, { location: answer }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((ready) => services.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
  const github = { GITHUB_CLIENT_ID: 'nomina', GITHUB_CLIENT_SECRET: 'shh', GITHUB_BASE_URL: url, GITHUB_API_URL: url };
  const naming = { AI_PROVIDER: 'openai', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${url}/v1`, OPENAI_LABEL: PAYLOADS[0] };
  const port = await freePort();
  const nomina = await startNomina({ ...github, ...naming, PUBLIC_URL: `http://127.0.0.1:${port}`, RATE_FACTOR: '100' }, port);
  return { base: nomina.base, stop: () => (nomina.stop(), services.close()) };
}
