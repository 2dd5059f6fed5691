"""An engine that speaks NBoard and has a fault, such as an illegal move: `python faulty_engine.py FAULT`."""

from __future__ import annotations

import os
import sys
import time


def main(fault: str) -> int:
    if fault == "deaf":
        time.sleep(600)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ping" and fault != "mute":
            print(f"pong {rest}", flush=True)
        elif word == "go":
            if fault == "died":
                print("the position is too hard", file=sys.stderr, flush=True)
                return 9
            if fault == "chatter":
                while True:
                    print("status I think. " * 50)
            if fault == "long":
                while True:
                    os.write(1, b"x" * 4096)
            if fault == "garbled":
                os.write(1, b"=== \xff\xfe\n")
            if fault == "illegal":
                print("=== A1/0.00/0.0", flush=True)
            if fault in ("silent", "stubborn"):
                time.sleep(600)
            if fault == "child":
                if os.fork() == 0:
                    time.sleep(600)  # it keeps the pipes open
                return 1
        elif word == "quit" and fault != "stubborn":
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
