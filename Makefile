# Thin: every target installs what it misses and calls one script. `make run` and `make test` are all a newcomer needs.
.DEFAULT_GOAL := run
.PHONY: run test lint mutants bench bench-tool torture e2e e2e-replicas screens dist names api setup wasm web binary clean integrations python

setup:            ## install what is missing (npm packages, wasm target and compiler, fonts, models)
	@scripts/setup

wasm: setup       ## the engine, rules and model for the browser -> web/src/engine/pkg
	@scripts/build-wasm

web: wasm         ## the web app -> web/dist
	@scripts/build-web

binary:           ## the server and command line (development profile, engine optimised)
	@scripts/build-binary

run:              ## set up, build what changed and start http://127.0.0.1:8080
	@exec scripts/run

test:             ## everything: format, lints, types, unit, database, wasm and browser tests
	@scripts/test

lint: setup       ## format, clippy, types, Biome
	@scripts/test --only lint

e2e: web binary   ## browser tests against the real binary
	@scripts/test --only e2e

e2e-replicas: web binary  ## the same behind haproxy: two servers on one PostgreSQL and one S3
	@cd e2e && NOMINA_E2E_REPLICAS=2 npx playwright test

screens: web binary  ## screenshots of every screen at three widths, dark and light -> e2e/out/screens
	@cd e2e && npx playwright test --config playwright.screens.config.ts

bench: web binary        ## side by side with sharp, canvas, wasm-vips and jSquash; ratios, bytes and quality
	@scripts/bench

bench-tool: web binary  ## 250 images through the real screens in Chromium, beside a plain canvas; memory, long tasks
	@scripts/bench-tool

names: setup      ## score the embedded naming model on the labelled photos
	@scripts/names

api: binary       ## regenerate the OpenAPI document and the TypeScript types made from it
	@scripts/api

mutants:          ## change one place at a time and list what no test notices; PARTS="rules archive" and others
	@scripts/mutants $(PARTS)

torture: binary   ## faults done to the real binary: kill -9, lost databases, full disks, jumping clocks; a figure for each
	@scripts/torture

integrations: binary  ## with heavy third parties: the WordPress plugin in WordPress, a generated Rust client, Ray, Spark
	@scripts/integrations

python:           ## the module for Python, beside the binary: the same words and bytes
	@scripts/python

dist: web         ## release binaries (this machine's, static for x86-64 and ARM64), packages for pip, npm and Debian, SDKs -> dist/
	@scripts/dist

clean:
	rm -rf target web/dist web/src/engine/pkg dist
