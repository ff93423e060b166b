"""Trains the network of sentences on: from sentences.bin, with captions of photos of shops and places beside COCO's.

usage: tune.py DATA OUT NAME [option=value]      (one GPU; DATA as ready.py and captions.py make it)
Prints as it goes, writes NAME.npz (fp16), NAME.words.json and NAME.said.json, sentences for the photos of wanted.json that it was not trained on.
fold=0 or 1 leaves out every second repository."""
import collections, hashlib, json, os, pathlib, re, struct, sys, time, zlib
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from eyes import Eye
from model import Caption, beams

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1] / "crates" / "vision" / "data"
PEOPLE = {"man": "person", "woman": "person", "lady": "person", "guy": "person", "gentleman": "person", "male": "person", "female": "person", "men": "people", "women": "people", "ladies": "people", "guys": "people", "boy": "child", "girl": "child", "boys": "children", "girls": "children", "his": "their", "her": "their", "he": "they", "she": "they"}
ODD = re.compile(r"^(in|at|on|he|she|they|it|it's|this|its|i|because|the (picture|photo|image|shot)|to)\b|(picture|photo|image) (is|was|has been) (shot|taken)|shot (is|was)", re.I)

def held_back(key): return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 6 == 0
def tok(c):
    t = " ".join(PEOPLE.get(w, w) for w in re.findall(r"[a-z]+", c.lower().replace("'s", "").replace("t-shirt", "tshirt").replace("t shirt", "tshirt")))
    return (" " + t + " ").replace(" a person and a person ", " two people ").split()

def unpack(path, net, vocab_size):
    """sentences.bin as a state (scripts/eye/sentences.py writes it)."""
    b = path.read_bytes(); at = 24
    width, heads, readers, writers, count, longest = struct.unpack_from("<6I", b)
    s = {}
    def f(n):
        nonlocal at
        v = torch.from_numpy(np.frombuffer(b, "<f4", n, at).copy()); at += 4 * n; return v
    def lay(rows, cols, factor=1.0):
        nonlocal at
        sc = f(rows); w = torch.from_numpy(np.frombuffer(b, np.int8, rows * cols, at).reshape(rows, cols).astype(np.float32)); at += rows * cols
        return w * sc[:, None] / factor, f(rows) / factor
    def norm(n, w): s[n + ".weight"], s[n + ".bias"] = f(w), f(w)
    def put(n, wb): s[n + ".weight"], s[n + ".bias"] = wb
    def attention(n, before):
        norm(before, width); put(n + ".q", lay(width, width, 32 ** -0.5))
        kw, kb = lay(width, width); vw, vb = lay(width, width)
        s[n + ".kv.weight"], s[n + ".kv.bias"] = torch.cat([kw, vw]), torch.cat([kb, vb]); put(n + ".o", lay(width, width))
    def forward(n): norm(n + ".n3", width); put(n + ".f1", lay(4 * width, width)); put(n + ".f2", lay(width, 4 * width))
    norm("head.0.0", 384); put("head.0.1", lay(width, 384)); norm("proj.0.0", 1536); put("proj.0.1", lay(width, 1536)); s["pos.0"] = f(64 * width).reshape(1, 64, width)
    for i in range(readers): attention(f"enc.{i}.a", f"enc.{i}.n1"); forward(f"enc.{i}")
    norm("ne", width)
    for i in range(writers): attention(f"dec.{i}.a", f"dec.{i}.n1"); attention(f"dec.{i}.c", f"dec.{i}.n2"); forward(f"dec.{i}")
    norm("nd", width); s["emb.weight"], s["bias"] = lay(count, width); s["wpos"] = f(longest * width).reshape(1, longest, width)
    return s, b[at:].decode().split("\n"), (width, readers, writers)

def main(data, out, name, *rest):
    o = dict(steps="1600", lr="5e-4", batch="320", photo="0.5", drop="0.15", least="3", fold=""); o.update(r.split("=", 1) for r in rest)
    steps, batch = int(o["steps"]), int(o["batch"])
    torch.manual_seed(1); rng = np.random.default_rng(1); dev = "cuda"; t0 = time.time()
    torch.backends.cuda.matmul.allow_tf32 = True; torch.backends.cudnn.allow_tf32 = True
    keys = json.load(open(data + "/keys.json")); cap = json.load(open(data + "/captions.json")); judging = set(json.load(open(data + "/judging.json")))
    half = json.load(open(data + "/half.json")); own = {k for k, h in half.items() if str(h) == o["fold"]}; asked_of = own or set(judging); judging |= own
    X = torch.from_numpy(np.load(data + "/x.npy", mmap_mode="r")[:]).to(dev); where = {k: i for i, k in enumerate(keys)}
    said = {k: [c for c in cap[k] if not ODD.search(c.strip())] for k in keys if k in cap}
    is_back = lambda k: k in judging if k.startswith("photo/") else held_back(k)
    old, vocab, (d, readers, writers) = unpack(ROOT / "sentences.bin", None, 0)
    kinds = [l.split(" | ")[0] for l in (ROOT / "photos.txt").read_text().splitlines() if not l.startswith("#")]
    count = collections.Counter(w for k, v in said.items() if not is_back(k) for c in v for w in tok(c))
    have = set(vocab); more = [w for w, n in count.most_common() if n >= int(o["least"]) and w not in have]
    more += sorted({w for k in kinds for w in tok(k)} - have - set(more))
    gone = {w for w in vocab[4:] if count[w] == 0}
    vocab = vocab + more; W = {w: i for i, w in enumerate(vocab)}
    def rows(c): t = [W.get(w, 3) for w in tok(c)]; return [1] + t + [2] + [0] * (18 - len(t)) if 2 <= len(t) <= 18 else None
    train = [k for k in said if not is_back(k)]; R = [[x for x in map(rows, said[k]) if x] for k in train]
    train, R = zip(*[(k, r) for k, r in zip(train, R) if r])
    photo = np.array([k.startswith("photo/") for k in train])
    P = np.array([1.0 if k.startswith("photo/") else len(r) ** 0.7 for k, r in zip(train, R)])
    P[photo] *= float(o["photo"]) / P[photo].sum(); P[~photo] *= (1 - float(o["photo"])) / P[~photo].sum(); P /= P.sum()
    ix = np.array([where[k] for k in train])
    print(f"{name}: {photo.sum()} photos, {(~photo).sum()} COCO, {sum(map(len, R))} captions, {len(vocab)} words ({len(more)} new, {len(gone)} unused), {time.time()-t0:.0f} s", flush=True)
    eye = Eye(data + "/eye.bin").to(dev); eye.requires_grad_(False); eye.eval()
    net = Caption([(384, 16, True)], len(vocab), 2, d, d // 32, readers, writers, float(o["drop"]))
    with torch.no_grad():
        state = net.state_dict(); emb = old.pop("emb.weight"); bias = old.pop("bias")
        for k, v in old.items(): assert state[k].shape == v.shape, k; state[k].copy_(v)
        state["emb.weight"][: len(emb)].copy_(emb); state["bias"][: len(emb)].copy_(bias); state["bias"][len(emb):] = bias.min()
        state["emb.weight"][len(emb):].normal_(std=float(emb.std()))
    net.to(dev); print("parameters", sum(p.numel() for p in net.parameters()), flush=True)
    opt = torch.optim.AdamW(net.parameters(), lr=float(o["lr"]), weight_decay=0.05, betas=(0.9, 0.98))
    live = list(net.parameters()); ema = [p.detach().clone() for p in live]
    def pictures(i, change):
        x = X[i].float()
        if change:
            x = x.permute(0, 3, 1, 2); n = len(x); s = 1 - 0.2 * torch.rand(n, device=dev); f = torch.where(torch.rand(n, device=dev) < 0.5, -1.0, 1.0)
            th = torch.zeros(n, 2, 3, device=dev); th[:, 0, 0] = s * f; th[:, 1, 1] = s * (1 - 0.1 * torch.rand(n, device=dev))
            th[:, :, 2] = (torch.rand(n, 2, device=dev) * 2 - 1) * (1 - s)[:, None]
            x = F.grid_sample(x, F.affine_grid(th, x.shape, align_corners=False), align_corners=False, padding_mode="reflection")
            x = ((x - 115) * (0.85 + 0.3 * torch.rand(n, 1, 1, 1, device=dev)) + 115 + 12 * torch.randn(n, 1, 1, 1, device=dev)).permute(0, 2, 3, 1).contiguous()
        return x
    def see(i, change=False):
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16): return [eye(pictures(i, change)).float()]
    def val(ks):
        vb = [(where[k], r) for k in ks for r in map(rows, [c for c in said[k]][:5]) if r]
        return torch.tensor([v[0] for v in vb], device=dev), torch.tensor([v[1] for v in vb], device=dev)
    sets = {"coco": val([k for k in said if is_back(k) and k.startswith("coco/")][:500]), "photo": val([k for k in said if is_back(k) and k.startswith("photo/")][:1200])}
    def swap():
        for p, e in zip(live, ema): a = p.data.clone(); p.data.copy_(e); e.copy_(a)
    @torch.no_grad()
    def check():
        swap(); net.eval(); res = {}
        for n, (vi, vr) in sets.items():
            total = num = 0
            for a in range(0, len(vi), 500):
                with torch.autocast("cuda", torch.bfloat16):
                    z = net.say(net.memory(see(vi[a:a + 500]))[0], vr[a:a + 500, :-1])
                total += float(F.cross_entropy(z.float().flatten(0, 1), vr[a:a + 500, 1:].flatten(), ignore_index=0, reduction="sum")); num += int((vr[a:a + 500, 1:] > 0).sum())
            res[n] = round(total / num, 4)
        net.train(); swap(); return res
    net.train(); curve = []
    for step in range(steps + 1):
        if step % 400 == 0 or step == steps:
            c = check(); curve.append((step, c)); print(name, step, c, f"{time.time()-t0:.0f} s", flush=True)
            if step == steps: break
        for g in opt.param_groups: g["lr"] = float(o["lr"]) * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-7
        pick = rng.choice(len(train), batch, p=P)
        r = torch.tensor([R[j][rng.integers(len(R[j]))] for j in pick], device=dev); j = torch.from_numpy(ix[pick]).to(dev)
        with torch.autocast("cuda", torch.bfloat16):
            m = net.memory(see(j, True))[0]; given = r[:, :-1]
            given = torch.where((torch.rand(given.shape, device=dev) < 0.06) & (given > 3), 3, given)
            z = net.say(m, given)
        loss = F.cross_entropy(z.float().flatten(0, 1), r[:, 1:].flatten(), ignore_index=0, label_smoothing=0.1)
        opt.zero_grad(set_to_none=True); loss.backward(); torch.nn.utils.clip_grad_norm_(live, 1.0); opt.step()
        with torch.no_grad(): torch._foreach_lerp_(ema, [p.data for p in live], 0.003 if step > 200 else 0.05)
    for p, e in zip(live, ema): p.data.copy_(e)
    net.eval(); told = {}
    wanted = [k for k in json.load(open(data + "/wanted.json")) if k in where and k in asked_of]
    with torch.no_grad():
        for a in range(0, len(wanted), 200):
            i = torch.tensor([where[k] for k in wanted[a:a + 200]], device=dev)
            with torch.autocast("cuda", torch.bfloat16): m = net.memory(see(i))[0].float()
            free = beams(net, m, k=3, most=14)
            for at, k in enumerate(wanted[a:a + 200]):
                told[k] = [(" ".join(vocab[w] for w in ws), round(sum(ls) / len(ls), 3)) for _, ws, ls in free[at]]
    json.dump(told, open(f"{out}/{name}.said.json", "w"))
    np.savez_compressed(f"{out}/{name}.npz", **{k: v.half().cpu().numpy() for k, v in net.state_dict().items() if not k.startswith("tag.")})
    json.dump({"vocab": vocab, "options": o, "curve": curve}, open(f"{out}/{name}.words.json", "w"))
    print(name, "done", f"{time.time()-t0:.0f} s", flush=True)
if __name__ == "__main__": main(*sys.argv[1:])
