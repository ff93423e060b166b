"""usage: train.py DATA OUT NAME [option=value]: the caption network on the eye; prints as it goes, writes NAME.npz (fp16), NAME.words.json, NAME.json."""
import collections, hashlib, json, os, re, sys, time
import numpy as np, torch, torch.nn.functional as F
from eyes import Eye
from model import Caption, beams
from weak import weak
def held_back(key): return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 6 == 0
def tok(c): return re.findall(r"[a-z]+", c.lower().replace("'s", "").replace("t-shirt", "tshirt"))
ODD = re.compile(r"^(in|at|on|he|she|they|it|it's|this|its|i|because|the (picture|photo|image|shot)|to)\b|(picture|photo|image) (is|was|has been) (shot|taken)|shot (is|was)", re.I)
def main(data, out, name, *rest):
    o = dict(steps="3000", d="256", enc="2", dec="3", drop="0.15", lr="1e-3", batch="384", least="6"); o.update(r.split("=", 1) for r in rest)
    steps, batch = int(o["steps"]), int(o["batch"])
    torch.manual_seed(1); rng = np.random.default_rng(1); dev = o.get("dev", "cuda"); t0 = time.time()
    torch.backends.cuda.matmul.allow_tf32 = True; torch.backends.cudnn.allow_tf32 = True
    keys = json.load(open(data + "/keys.json")); cap = json.load(open(data + "/captions.json"))
    X = torch.from_numpy(np.load(data + "/x.npy")).to(dev); where = {k: i for i, k in enumerate(keys)}
    said = {}
    for k in keys:
        if k.startswith("coco/"): c = [x for x in cap.get(k, []) if not ODD.search(x.strip())]
        else: c = [x for x in weak(k) if len(x.split()) >= 4] or weak(k)
        if c: said[k] = c
    count = collections.Counter(w for k, v in said.items() if not held_back(k) for c in v for w in tok(c))
    vocab = ["<pad>", "<s>", "</s>", "<unk>"] + [w for w, n in count.most_common() if n >= int(o["least"])]; W = {w: i for i, w in enumerate(vocab)}
    stop = set("a an the of on in with and to is at for up near by it his her next that from are while has top front some other it its there as one two down over into their him them very be being out off an this each or around behind sitting standing close large small white black red blue green yellow brown".split())
    tags = [w for w, n in count.most_common(1100) if w not in stop and len(w) > 2][:900]; T = {w: i for i, w in enumerate(tags)}
    def rows(c): t = [W.get(w, 3) for w in tok(c)]; return [1] + t + [2] + [0] * (18 - len(t)) if 2 <= len(t) <= 18 else None
    train = [k for k in said if not held_back(k)]; back = [k for k in said if held_back(k) and k.startswith("coco/") and len(cap[k]) >= 5]
    R = [[x for x in map(rows, said[k]) if x] for k in train]
    train, R = zip(*[(k, r) for k, r in zip(train, R) if r])
    P = np.array([len(r) ** 0.7 * (0.6 if not k.startswith("coco/") else 1) for k, r in zip(train, R)]); P /= P.sum()
    Y = np.zeros((len(train), len(tags)), np.float32); Z = np.zeros_like(Y)
    for i, k in enumerate(train):
        n = len(said[k]); Z[i] = (1 if n >= 4 else 0.35) if k.startswith("coco/") else 0.1
        for c in said[k]:
            for w in tok(c):
                if w in T: Y[i, T[w]] = Z[i, T[w]] = 1
    Y, Z = torch.from_numpy(Y).half().to(dev), torch.from_numpy(Z).half().to(dev); ix = np.array([where[k] for k in train])
    ncap = sum(map(len, R)); print(f"{name}: {len(train)} pictures, {ncap} captions, {len(vocab)} words, {len(tags)} tags, {len(back)} held back, {time.time()-t0:.0f} s", flush=True)
    eye = Eye(data + "/eye.bin").to(dev); eye.requires_grad_(False); eye.eval()
    net = Caption([(384, 16, True)], len(vocab), len(tags), int(o["d"]), int(o["d"]) // 32 if int(o["d"]) % 48 else 6, int(o["enc"]), int(o["dec"]), float(o["drop"])).to(dev)
    print("parameters", sum(p.numel() for p in net.parameters()), flush=True)
    opt = torch.optim.AdamW(net.parameters(), lr=float(o["lr"]), weight_decay=0.05, betas=(0.9, 0.98))
    live = list(net.parameters()); ema = [p.detach().clone() for p in live]
    def pictures(i, change):
        x = X[i].float()
        if change:
            x = x.permute(0, 3, 1, 2); n = len(x); s = 1 - 0.16 * torch.rand(n, device=dev); f = torch.where(torch.rand(n, device=dev) < 0.5, -1.0, 1.0)
            th = torch.zeros(n, 2, 3, device=dev); th[:, 0, 0] = s * f; th[:, 1, 1] = s * (1 - 0.1 * torch.rand(n, device=dev))
            th[:, :, 2] = (torch.rand(n, 2, device=dev) * 2 - 1) * (1 - s)[:, None]
            x = F.grid_sample(x, F.affine_grid(th, x.shape, align_corners=False), align_corners=False, padding_mode="reflection")
            x = ((x - 115) * (0.85 + 0.3 * torch.rand(n, 1, 1, 1, device=dev)) + 115 + 12 * torch.randn(n, 1, 1, 1, device=dev)).permute(0, 2, 3, 1).contiguous()
        return x
    def see(i, change=False):
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=dev == "cuda"): return [eye(pictures(i, change)).float()]
    vb = [(where[k], r) for k in back[:1500] for r in map(rows, [c for c in cap[k] if not ODD.search(c.strip())][:5]) if r]
    vi = torch.tensor([v[0] for v in vb], device=dev); vr = torch.tensor([v[1] for v in vb], device=dev)
    def swap():
        for p, e in zip(live, ema): a = p.data.clone(); p.data.copy_(e); e.copy_(a)
    @torch.no_grad()
    def check():
        swap(); net.eval(); total = n = 0
        for a in range(0, len(vi), 1000):
            with torch.autocast("cuda", torch.bfloat16, enabled=dev == "cuda"):
                m, _ = net.memory(see(vi[a:a + 1000])); z = net.say(m, vr[a:a + 1000, :-1])
            l = F.cross_entropy(z.float().flatten(0, 1), vr[a:a + 1000, 1:].flatten(), ignore_index=0, reduction="sum"); total += float(l); n += int((vr[a:a + 1000, 1:] > 0).sum())
        net.train(); swap(); return total / n
    net.train(); curve = []; best = (9, None); limit = float(o.get("seconds", "1e9"))
    for step in range(steps + 1):
        if step % 750 == 0 and step or step == steps:
            ce = check(); curve.append((step, round(ce, 4))); print(name, step, f"ce {ce:.4f} {time.time()-t0:.0f} s", flush=True)
            if ce < best[0]: best = (ce, [e.clone() for e in ema])
            if step == steps: break
        for g in opt.param_groups: g["lr"] = float(o["lr"]) * min(1, (step + 1) / 300) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-7
        pick = rng.choice(len(train), batch, p=P)
        r = torch.tensor([R[j][rng.integers(len(R[j]))] for j in pick], device=dev); j = torch.from_numpy(ix[pick]).to(dev)
        with torch.autocast("cuda", torch.bfloat16, enabled=dev == "cuda"):
            m, tg = net.memory(see(j, True)); given = r[:, :-1]
            given = torch.where((torch.rand(given.shape, device=dev) < 0.06) & (given > 3), 3, given)
            z = net.say(m, given)
        pk = torch.from_numpy(pick).to(dev); y, w = Y[pk].float(), Z[pk].float()
        loss = F.cross_entropy(z.float().flatten(0, 1), r[:, 1:].flatten(), ignore_index=0, label_smoothing=0.1) + 12 * (F.binary_cross_entropy_with_logits(tg.float(), y, reduction="none") * w).mean()
        opt.zero_grad(set_to_none=True); loss.backward(); torch.nn.utils.clip_grad_norm_(live, 1.0); opt.step()
        with torch.no_grad(): torch._foreach_lerp_(ema, [p.data for p in live], 0.002 if step > 300 else 0.05)
        if step == 20: print("20 steps", f"{time.time()-t0:.0f} s", flush=True)
    for p, e in zip(live, best[1]): p.data.copy_(e)
    net.eval()
    np.savez(f"{out}/{name}.npz", **{k: v.half().cpu().numpy() for k, v in net.state_dict().items()})
    torch.save(net.state_dict(), f"{data}/{name}.pt")
    json.dump({"vocab": vocab, "tags": tags, "counts": {w: count[w] for w in vocab}, "options": o, "curve": curve}, open(f"{out}/{name}.words.json", "w"))
    print(name, "done", curve, f"{time.time()-t0:.0f} s", flush=True)
main(*sys.argv[1:])
