// Other people's programs that judge our files. A test that misses one says so and is skipped, or fails where NOMINA_REQUIRE
// names what is missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PYTHON = join(resolve(import.meta.dirname, '../..'), '.tools/venv/bin/python');

/** Whether this machine is known to have something, so that a test without it has to fail. */
export function required(what: string): boolean {
  return (process.env.NOMINA_REQUIRE ?? '').split(',').some((item) => item.trim() === what);
}

/** Why a program cannot be asked; undefined when it can. */
export function missing(program: 'unzip' | 'exiftool' | 'pillow'): string | undefined {
  const reason = absent(program);
  if (reason && required(program)) throw new Error(`NOMINA_REQUIRE wants ${program}, but ${reason}`);
  return reason;
}

function absent(program: 'unzip' | 'exiftool' | 'pillow'): string | undefined {
  if (program === 'pillow') {
    const there = existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import PIL']).status === 0;
    return there ? undefined : 'Pillow is not in .tools/venv: run scripts/setup';
  }
  const found = spawnSync(program, [program === 'unzip' ? '-v' : '-ver']).status === 0;
  return found ? undefined : `${program} is not installed (Debian: apt install unzip libimage-exiftool-perl)`;
}

/** Every tag that exiftool finds, with its group: `XMP:Title`, `EXIF:Copyright`. */
export function tags(path: string): Record<string, unknown> {
  const [found] = JSON.parse(execFileSync('exiftool', ['-json', '-G', '-n', '-charset', 'iptc=UTF8', path], { encoding: 'utf8' }));
  return found;
}

/** Writes tags into a file, as a camera would have. */
export function writeTags(path: string, values: Record<string, string>): void {
  const args = Object.entries(values).map(([tag, value]) => `-${tag}=${value}`);
  execFileSync('exiftool', ['-q', '-n', '-overwrite_original', ...args, path]);
}

const DECODE = `
import json, sys
from PIL import Image
for path in sys.argv[1:]:
    with Image.open(path) as picture:
        picture.load()
        small = picture.convert("RGB").resize((1, 1), Image.BOX).getpixel((0, 0))
        print(json.dumps({"format": picture.format, "size": picture.size, "mean": small}))
`;

export interface Decoded {
  format: string;
  size: [number, number];
  /** The mean colour, which tells whether the pixels are the right ones at all. */
  mean: [number, number, number];
}

/** What Pillow sees after decoding every pixel. */
export function decoded(paths: string[]): Decoded[] {
  const lines = execFileSync(PYTHON, ['-c', DECODE, ...paths], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
