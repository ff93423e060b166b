"""usage: heads.py DATA OUT TAGS-FOLDER OLD-tags.bin: the tagging head on the eye's features, words as in the old head; scripts/tags/train.py in torch."""
import json, os, pickle, sys, time, hashlib
import numpy as np, torch, torch.nn.functional as F
data, out, folder, old = sys.argv[1:5]; dev = "cuda" if torch.cuda.is_available() else "cpu"
os.environ.setdefault("MIRROR", "/tmp"); sys.path.insert(0, folder); sys.path.insert(1, os.path.dirname(os.path.abspath(__file__)))
import labels, sources
from eyes import Eye
t0 = time.time()
keys = json.load(open(data + "/keys.json")); cap = json.load(open(data + "/captions.json")); more = pickle.load(open(data + "/objects.pkl", "rb"))
captions = {int(k[5:]): v for k, v in cap.items()}
words = labels.vocabulary()
raw = open(old, "rb").read(); n_in, n_hid, n_words = np.frombuffer(raw, "<u4", 3, 8)
at = 20 + int(n_hid) * 8 + int(n_hid) * int(n_in) + int(n_words) * 8 + int(n_words) * int(n_hid)
own = [l.split("\t")[0] for l in raw[at:].decode().splitlines()]; assert len(own) == n_words
yes, weight = labels.labels(keys, words, captions, more["objects"], {k: set(v) for k, v in more["actions"].items()})
pick = [list(words).index(w) for w in own]; yes, weight = yes[:, pick], weight[:, pick]; kinds = [words[w]["kind"] for w in own]
back = np.array([sources.is_held_back(k) for k in keys]); coco = np.array([k.startswith("coco/") for k in keys])
told = np.array([not c or len(captions.get(int(k[5:]), ())) >= 3 for k, c in zip(keys, coco)])
print(len(keys), "pictures", len(own), "words", f"{time.time()-t0:.0f} s", flush=True)
X = np.load(data + "/x.npy", mmap_mode="r"); eye = Eye(data + "/eye.bin").to(dev).eval(); feats = []
with torch.no_grad():
    for mirror in (0, 1):
        part = []
        for a in range(0, len(X), 256):
            x = torch.from_numpy(np.ascontiguousarray(X[a:a + 256])).to(dev).float()
            if mirror: x = x.flip(2)
            with torch.autocast("cuda", torch.bfloat16, enabled=dev == "cuda"): y = eye(x).float()
            g = y[:, 1:].reshape(len(y), 16, 16, 384)
            part.append(torch.cat([y[:, 0], g.mean((1, 2)), g[:, 4:12, 4:12].mean((1, 2))], 1))
        feats.append(torch.cat(part))
print("seen", f"{time.time()-t0:.0f} s", flush=True)
rows = np.where(~back)[0]; R = torch.from_numpy(rows).to(dev)
mean, spread = feats[0][R].mean(0), feats[0][R].std(0) + 0.02
x = [(f - mean) / spread for f in feats]
Y, Wt = torch.from_numpy(yes).to(dev), torch.from_numpy(weight).to(dev)
def fit(want, trust, idx, epochs, hidden=512, batch=256, lr=1.5e-3, drop=(0.3, 0.4), decay=0.05):
    torch.manual_seed(0)
    l1, l2 = torch.nn.Linear(x[0].shape[1], hidden).to(dev), torch.nn.Linear(hidden, want.shape[1]).to(dev)
    share = ((want[idx] * trust[idx]).sum(0) / trust[idx].sum(0).clamp(min=1)).clamp(1e-5, .99)
    l2.bias.data = torch.log(share / (1 - share))
    opt = torch.optim.AdamW([*l1.parameters(), *l2.parameters()], lr=lr, weight_decay=decay); total = epochs * -(-len(idx) // batch); n = 0
    for _ in range(epochs):
        order = idx[torch.randperm(len(idx), device=dev)]
        for a in range(0, len(order), batch):
            p = order[a:a + batch]; at = (n + 1) / total; n += 1
            for g in opt.param_groups: g["lr"] = lr * (at / .3 if at < .3 else .5 * (1 + np.cos(np.pi * (at - .3) / .7)))
            f = (torch.rand(len(p), 1, device=dev) < .5).float(); s = x[0][p] * f + x[1][p] * (1 - f)
            h = F.dropout(F.relu(l1(F.dropout(s, drop[0]))), drop[1])
            loss = (F.binary_cross_entropy_with_logits(l2(h), want[p], reduction="none") * trust[p]).sum() / len(p)
            opt.zero_grad(set_to_none=True); loss.backward(); opt.step()
    return l1, l2
@torch.no_grad()
def say(net, idx): return torch.sigmoid(net[1](F.relu(net[0](x[0][idx]))))
fold = torch.arange(len(keys), device=dev) % 3
lab = torch.from_numpy(~coco).to(dev)
def rep(idx): l = idx[lab[idx]]; return torch.cat([idx, l, l])
guess = torch.zeros_like(Y)
for k in range(3):
    o = torch.where(fold == k)[0]; guess[o] = say(fit(Y, Wt, R[fold[R] != k], 8), o)
gaps = Wt == 0; want, trust = torch.where(gaps, guess, Y), torch.where(gaps, torch.ones_like(Wt), Wt)
print("taught", f"{time.time()-t0:.0f} s", flush=True)
def ap(y, s): o = np.argsort(-s, kind="stable"); h = np.cumsum(y[o]); return float((h / np.arange(1, len(o) + 1) * y[o]).sum() / max(1e-9, y.sum()))
def limits(y, s):
    o = np.argsort(-s); h = np.cumsum(y[o]); r = h / np.arange(1, len(o) + 1); f = []
    for q in (.6, .75, .9):
        g = np.where((r >= q) & (h >= 4))[0]; f.append(round(float(s[o][g[-1]]), 3) if len(g) else 2)
    return f
B = torch.from_numpy(np.where(back)[0]).to(dev); judge = back & told
def report(net, name):
    s = np.zeros((len(keys), len(own)), np.float32); s[back] = say(net, B).cpu().numpy(); res = []
    for i in range(len(own)):
        k = judge & (weight[:, i] > 0)
        if yes[k, i].sum() >= 3: res.append((kinds[i], ap(yes[k, i], s[k, i])))
    by = {k: np.mean([a for q, a in res if q == k]) for k in sorted(set(kinds))}
    print(name, f"mean {np.mean([a for _, a in res]):.3f}", {k: round(float(v), 3) for k, v in by.items()}, f"{time.time()-t0:.0f} s", flush=True); return np.mean([a for _, a in res])
tries = {}
for name, o in {"h512": {}, "h768": dict(hidden=768), "h512 e20": dict(epochs=20), "h640 d": dict(hidden=640, drop=(.4, .5), epochs=16)}.items():
    o = dict(o); e = o.pop("epochs", 12); net = fit(want, trust, rep(R), e, **o); tries[name] = (report(net, name), e, o, net)
best = max(tries, key=lambda k: tries[k][0]); _, e, o, net = tries[best]; print("best", best, flush=True)
scores = np.zeros((len(keys), len(own)), np.float32); scores[back] = say(net, B).cpu().numpy()
for k in range(3):
    idx = R[fold[R] == k]; scores[idx.cpu().numpy()] = say(fit(want, trust, rep(R[fold[R] != k]), e, **o), idx).cpu().numpy()
lims, aps = [], []
for i in range(len(own)):
    k = told & (weight[:, i] > 0); a = ap(yes[k, i], scores[k, i]); lims.append(limits(yes[k, i], scores[k, i]) if a >= .3 else [2, 2, 2])
    k = judge & (weight[:, i] > 0); aps.append([int((yes[~back, i] * (weight[~back, i] > 0)).sum()), int(yes[k, i].sum()), round(ap(yes[k, i], scores[k, i]), 3) if yes[k, i].sum() else 0])
np.savez(out + "/head.npz", w1=net[0].weight.detach().cpu().numpy(), b1=net[0].bias.detach().cpu().numpy(), w2=net[1].weight.detach().cpu().numpy(), b2=net[1].bias.detach().cpu().numpy(), mean=mean.cpu().numpy(), spread=spread.cpu().numpy())
json.dump({"words": own, "kinds": kinds, "limits": lims, "aps": aps}, open(out + "/head.json", "w"))
print("head done", sum(l[0] <= 1 for l in lims), "said", f"{time.time()-t0:.0f} s", flush=True)
