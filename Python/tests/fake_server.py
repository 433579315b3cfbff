"""A server that does what the script of each job says. It logs its process and the jobs to a file in a folder."""

import json
import os
import signal
import sys
import time

FOLDER = sys.argv[1]


def log(text: str) -> None:
    with open(os.path.join(FOLDER, "log"), "a") as file:
        file.write(f"{os.getpid()} {text}\n")


def is_first(name: str) -> bool:
    try:
        os.close(os.open(os.path.join(FOLDER, name), os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def answer(job: dict, **keys: object) -> None:
    base = {"id": job["id"], "code": 0, "status": "done", "format": "png", "width": 1, "height": 1, "notices": []}
    print(json.dumps({**base, "outputBase64": "AAAA", **keys}), flush=True)


for line in sys.stdin:
    job = json.loads(line)
    verb, _, rest = job["script"].partition(" ")
    log(job["script"])
    if verb == "die" or (verb == "die-once" and is_first("died")):
        print("the server stumbled", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    elif verb == "write-and-die":
        with open(job["output"], "w") as file:
            file.write("whole")
        os._exit(9)
    elif verb == "write-and-die-once":
        with open(job["output"], "wb" if job.get("force") else "xb") as file:
            file.write(b"whole")
        if is_first("died"):
            os._exit(9)
        answer(job)
    elif verb == "half":
        sys.stdout.write('{"id": 1, "code"')
        sys.stdout.flush()
        os._exit(0)
    elif verb == "garbage":
        print("this is not JSON", flush=True)
    elif verb == "wrong-id":
        answer(job, id=999)
    elif verb == "sleep":
        time.sleep(float(rest))
        answer(job)
    elif verb == "answer-and-die":
        answer(job)
        os._exit(0)
    elif verb == "hang-up":
        os.close(1)
        time.sleep(60)
    else:
        answer(job)
