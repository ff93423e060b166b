"""Makes what tune.py reads of packed pictures: x.npy, keys.json, judging.json, half.json (every second repository), and surest.json, the surest words of
the layer of photos, of photos for training told by layers that saw nothing of their repository.

usage: ready.py DATA      (one GPU; DATA has *.pkl with (key, image) and eye.bin)"""
import glob, io, json, pickle, sys, zlib
import numpy as np, torch
from concurrent.futures import ProcessPoolExecutor
from PIL import Image
import layer, photos
from eyes import Eye

def one(b): return np.asarray(Image.open(io.BytesIO(b)).convert("RGB"))

def features(x, eye):
    out = []
    with torch.no_grad():
        for a in range(0, len(x), 250):
            t = eye(torch.from_numpy(x[a:a + 250]).cuda().float())
            p = t[:, 1:].reshape(-1, 16, 16, 384)
            out.append(torch.cat([t[:, 0], p.mean((1, 2)), p[:, 4:12, 4:12].mean((1, 2))], 1).cpu().numpy())
    return np.concatenate(out)

def main(d):
    keys, xs = [], []
    with ProcessPoolExecutor(16) as pool:
        for f in sorted(glob.glob(d + "/photo*.pkl")) + sorted(glob.glob(d + "/coco*.pkl")):
            rows = pickle.load(open(f, "rb")); keys += [k for k, _ in rows]; xs += list(pool.map(one, [b for _, b in rows], chunksize=64))
    x = np.stack(xs); np.save(d + "/x.npy", x); json.dump(keys, open(d + "/keys.json", "w")); print(len(keys), "pictures", flush=True)
    f = features(x, Eye(d + "/eye.bin").cuda().eval()); np.save(d + "/f.npy", f)
    lines = [l.split(" | ") for l in (layer.DATA / "photos.txt").read_text().splitlines() if not l.startswith("#")]
    kinds = [w for w, _ in lines]; at = {w: i for i, w in enumerate(kinds)}; quiet = np.array([k in ("graphic", "unsaid") for _, k in lines])
    said = photos.words(); about = {"photo/" + blob: (name, judging, said.get(label.split("|")[0], ("", ""))[0]) for name, judging, blob, label in photos.rows()}
    json.dump([k for k in keys if k in about and about[k][1]], open(d + "/judging.json", "w"))
    mine = np.array([i for i, k in enumerate(keys) if k in about and not about[k][1]])
    part = np.array([zlib.crc32(about[keys[i]][0].encode()) % 5 for i in mine]); y = np.array([at.get(about[keys[i]][2], -1) for i in mine])
    data = (layer.DATA / "photos.bin").read_bytes(); wide, count = np.frombuffer(data, "<u4", 2)
    sc = np.frombuffer(data, "<f4", count, 8); w = np.frombuffer(data, np.int8, count * wide, 8 + 4 * count).reshape(count, wide) * sc[:, None]; b = np.frombuffer(data, "<f4", count, 8 + 4 * count + count * wide)
    s = np.zeros((len(keys), count), np.float32); rest = np.setdiff1d(np.arange(len(keys)), mine)
    s[rest] = layer.shares(f[rest] @ w.T + b)
    none = (np.zeros(count), np.zeros((count, wide)))
    for fold in range(5):
        tr = (part != fold) & (y >= 0); cw, cb = photos.fit(f[mine[tr]], y[tr], count, none); s[mine[part == fold]] = layer.shares(f[mine[part == fold]] @ cw.T + cb)
    ok = y >= 0; top = s[mine].argmax(1); print("surest right by cross-validation", (top[ok] == y[ok]).mean(), flush=True)
    json.dump({keys[i]: zlib.crc32(about[keys[i]][0].encode()) % 2 for i in mine}, open(d + "/half.json", "w"))
if __name__ == "__main__": main(sys.argv[1])
