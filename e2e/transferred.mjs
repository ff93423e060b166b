// Every byte that a page receives until its network is quiet, by kind, as Chromium counts it on the wire.

/** @returns {Promise<{ kind: string, path: string, bytes: number }[]>} */
export async function transferred(page, address) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const answers = new Map();
  const received = [];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const kind = response.mimeType === 'application/wasm' ? 'Wasm' : type;
    answers.set(requestId, { kind, path: new URL(response.url).pathname });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) received.push({ ...answer, bytes: encodedDataLength });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1000);
  return received;
}

const CODE = ['Document', 'Script', 'Stylesheet', 'Wasm'];

/** Kilobytes by group. */
export function sums(received) {
  const of = (is) => received.filter(({ kind }) => is(kind)).reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return {
    code: of((kind) => CODE.includes(kind)),
    fonts: of((kind) => kind === 'Font'),
    images: of((kind) => kind === 'Image'),
    all: of(() => true),
  };
}
