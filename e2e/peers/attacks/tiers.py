"""Requests of every kind for every operation of the document, each sent by a guest and by a person of every plan (PyPI schemathesis makes
them). No answer may be a server error, a status or a form that the document does not know. Settings come as JSON on stdin; every
failure is printed as one line.
"""
import json
import sys

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# Its answer never ends.
LEFT_OUT = {"/api/v1/events"}
# What removes things comes after what looks at them, and what ends a session comes last.
ORDER = ["/auth/logout", "/auth/sessions/{id}", "/me/deactivate", "/auth/password"]

given_settings = json.load(sys.stdin)
BASE, EXAMPLES, PEOPLE = given_settings["base"], given_settings["examples"], given_settings["people"]


def rank(operation):
    ending = any(operation.path.endswith(path) for path in ORDER)
    removing = operation.method.upper() == "DELETE" or operation.path.endswith("/delete")
    return (ending, removing, operation.path, operation.method)


def own(person, operation):
    """The person's own things at the place of a path's parameters, as far as there are any."""
    return {name: value for prefix, name, value in person["own"] if operation.path.startswith(prefix + "/{")}


def sent(case, operation, person, with_own):
    headers = {"Authorization": f"Bearer {person['token']}"} if person["token"] else {}
    # A wrong credential is one of the things that it makes up; here everybody has their own.
    case.headers = {name: value for name, value in (case.headers or {}).items() if name.lower() != "authorization"}
    before = dict(case.path_parameters or {})
    if with_own and before:
        case.path_parameters = {**before, **own(person, operation)}
    response = case.call(headers=headers, timeout=60)
    case.path_parameters = before
    return response


def attack(operation, mode, failures):
    """Each example by everybody: with a thing of their own in the path, and with one that nobody has."""
    counted = [0]

    @seed(7)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case):
        counted[0] += 1
        for person in PEOPLE:
            response = sent(case, operation, person, counted[0] % 2 == 1)
            try:
                case.validate_response(response, checks=CHECKS)
            except BaseException as error:  # A group of failures is no Exception.
                failures.append((person["tier"], operation.label, response.status_code, str(error)))

    send()
    return counted[0]


def main():
    schema = schemathesis.openapi.from_url(f"{BASE}/api/v1/openapi.json")
    operations = sorted((found.ok() for found in schema.get_all_operations()), key=rank)
    failures, count = [], 0
    for operation in operations:
        if operation.path in LEFT_OUT:
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                count += attack(operation, mode, failures)
            except Unsatisfiable:
                # A request without parameters has no wrong form.
                if mode is GenerationMode.POSITIVE:
                    raise
    for tier, label, status, text in failures[:40]:
        print(f"{tier} {label} {status}: {text[:1500]}")
    print(json.dumps({"operations": len(operations), "requests": count * len(PEOPLE), "failures": len(failures)}))


main()
