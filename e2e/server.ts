// Starts the real binary on a free port with a data folder of its own, and stops it after the last test. With NOMINA_E2E_REPLICAS=2 the
// same tests meet that many of it, behind haproxy.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './peers/peers.mjs';
import { startReplicas } from './replicas.mjs';

// All tests come from one address: what one visitor may do must not be shared between them.
const SETTINGS = { RATE_FACTOR: '100', AI_GUEST_DAILY_PER_IP: '100000', LOG_LEVEL: 'warn' };

async function ready(url: string, alive: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (!alive()) throw new Error('The server ended before it was ready.');
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The server did not become ready within 30 seconds.');
}

export default async function start(): Promise<() => Promise<void>> {
  const replicas = Number(process.env.NOMINA_E2E_REPLICAS ?? 1);
  const { url, data, stop } = replicas > 1 ? await several(replicas) : await one();
  process.env.NOMINA_URL = url;
  process.env.NOMINA_E2E_DATA = data;
  return stop;
}

interface Running {
  url: string;
  /** A data folder, or the address of a database. */
  data: string;
  stop: () => Promise<void>;
}

async function several(count: number): Promise<Running> {
  const { url, database, stop } = await startReplicas(count, { ...SETTINGS, AI_PROVIDER: 'auto' });
  return { url, data: database, stop };
}

async function one(): Promise<Running> {
  const root = resolve(import.meta.dirname, '..');
  const data = mkdtempSync(join(tmpdir(), 'nomina-e2e-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const binary = process.env.NOMINA_BINARY ?? join(root, 'target/debug/nomina');
  const server = spawn(binary, ['serve'], {
    cwd: root,
    env: { ...process.env, LISTEN: url.slice('http://'.length), PUBLIC_URL: url, DATA_DIR: data, ...SETTINGS },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await ready(url, () => server.exitCode === null);
  const stop = async () => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  return { url, data, stop };
}
