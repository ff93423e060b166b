"""The words of photos from the plain module and from the one with relaxed vectors, run by wasmtime in both of its ways."""
import json
import struct
import sys

import wasmtime

PKG, MODELS = "web/src/engine/pkg", "assets/models"


class Module:
    """One instance; the shape of a call is that of scripts/wasm-module.mjs."""

    def __init__(self, name, deterministic):
        config = wasmtime.Config()
        config.wasm_relaxed_simd = True
        config.wasm_relaxed_simd_deterministic = deterministic
        engine = wasmtime.Engine(config)
        self.store, linker = wasmtime.Store(engine), wasmtime.Linker(engine)
        module = wasmtime.Module.from_file(engine, f"{PKG}/{name}.wasm")
        for needed in module.imports:
            linker.define_func(needed.module, needed.name, needed.type, lambda *_: None)
        self.exports = linker.instantiate(self.store, module).exports(self.store)

    def number(self, function, *given):
        return self.exports[function](self.store, *given) & 0xFFFFFFFF

    def call(self, request, *binary):
        memory, parts = self.exports["memory"], [json.dumps(request).encode(), *binary]
        numbers = [len(parts), *map(len, parts)]
        message = struct.pack(f"<{len(numbers)}I", *numbers) + b"".join(parts)
        at = self.number("nomina_alloc", len(message))
        memory.write(self.store, message, at)
        reply = self.number("nomina_call", at, len(message))
        size, count, *lengths = struct.unpack("<4I", bytes(memory.read(self.store, reply, reply + 16)))
        assert count == 2, "an answer is JSON and bytes"
        body = bytes(memory.read(self.store, reply + 16, reply + size))
        self.exports["nomina_free"](self.store, reply, size)
        answer = json.loads(body[: lengths[0]])
        if "error" in answer:
            sys.exit(f"relaxed: {answer['error']['message']}")
        return answer["ok"], body[lengths[0] :]


def words(name, deterministic, reduced):
    model = Module(name, deterministic)
    for op, file in [("loadModel", "nomina-vision.bin"), ("loadReader", "nomina-text.bin")]:
        with open(f"{MODELS}/{file}", "rb") as weights:
            loops, _ = model.call({"op": op}, weights.read())
    return loops, [model.call({"op": "describe"}, picture)[0] for picture in reduced]


def main(files):
    engine = Module("engine", False)
    reduced = [engine.call({"op": "modelInput"}, open(file, "rb").read())[1] for file in files]
    _, plain = words("vision", False, reduced)
    wanted = {True: "Relaxed(Signed)", False: "Wasm"}
    for deterministic, loops in wanted.items():
        got, seen = words("vision-relaxed", deterministic, reduced)
        if got != loops:
            sys.exit(f"relaxed: wasmtime runs the loops {got}, {loops} was to be tried")
        differ = [file for file, a, b in zip(files, plain, seen) if a != b]
        if differ:
            sys.exit(f"relaxed: {loops}: the words of {', '.join(differ)} differ")
        print(f"relaxed: {loops}: the words of all {len(files)} photos are those of the plain module")


main(sys.argv[1:])
