"""Packs COCO's images as they are, captions and objects, in parts that travel. Likeness to exclude.tsv is checked where they are decoded.

usage: TAGS=scripts/tags MIRROR=folder scripts/eye/collect.py OUT"""
import hashlib, io, json, os, pathlib, pickle, random, subprocess, sys
sys.path.insert(0, os.environ["TAGS"]); sys.dont_write_bytecode = True
import sources
PART = 58_000_000
def blobs(rows):
    process, folder = None, None
    for key, directory, blob in rows:
        if directory != folder:
            folder = directory
            process = subprocess.Popen(["git", "--git-dir=" + directory, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write((blob + "\n").encode()); process.stdin.flush()
        head = process.stdout.readline().split()
        if len(head) == 3:
            data = process.stdout.read(int(head[2])); process.stdout.read(1); yield key, data
out = pathlib.Path(sys.argv[1]); out.mkdir(exist_ok=True)
coco, captions, objects, actions = sources.coco_words()
shas, hashes, numbers = sources.excluded()
ok = lambda n: n in coco and not sources.coco_excluded(n, numbers)
own = [n for n in captions if ok(n)]
print(len(own), "captioned", flush=True)
acted = [n for n in actions if ok(n) and n not in captions]
random.seed(5); random.shuffle(own); random.shuffle(acted)
rows = [(f"coco/{n}", sources.git_dir(sources.COCO), coco[n]) for n in own + acted[:1500]]
json.dump({f"coco/{n}": captions[n] for n in own}, open(out / "captions.json", "w"))
pickle.dump({"objects": {n: sorted(objects.get(n, ())) for n in own + acted[:1500]}, "actions": {n: sorted(actions[n]) for n in own + acted[:1500] if n in actions}}, open(out / "objects.pkl", "wb"))
part, size, number = [], 0, 0
def flush():
    global part, size, number
    pickle.dump(part, open(out / f"coco{number}.tmp", "wb")); os.rename(out / f"coco{number}.tmp", out / f"coco{number}.pkl")
    print("part", number, len(part), size, flush=True); part, size, number = [], 0, number + 1
for key, data in blobs(rows):
    if hashlib.sha256(data).hexdigest() in shas: continue
    if size + len(data) + 80 > PART: flush()
    part.append((key, data)); size += len(data) + 80
flush()
