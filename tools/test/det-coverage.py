"""Which commands and flags of the installed `det` were run: those that worked, one JSON list of arguments a line, against
the command line's own parser. What a table excuses has a reason there; an excuse for what was run is stale.

usage: det-coverage.py RUNS TABLE
"""

import argparse
import json
import sys
from typing import Dict, Iterator, List, Set, Tuple

from determined.cli import cli

Commands = Dict[str, Tuple[argparse.ArgumentParser, Set[str]]]


def walk(parser: argparse.ArgumentParser, name: str = "") -> Iterator[Tuple[str, argparse.ArgumentParser]]:
    """Every command under its first name, with its parser; a command with none below it ends in one."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield name, parser
    for action in below:
        seen = set()
        for word, child in action.choices.items():
            # Its own usage, which any `--help` prints.
            if word != "help" and id(child) not in seen:
                seen.add(id(child))
                yield from walk(child, f"{name} {word}".strip())


def flags(parser: argparse.ArgumentParser) -> Set[str]:
    """The longest name of each flag but help."""
    options = [action.option_strings for action in parser._actions if action.option_strings]
    return {max(names, key=len) for names in options if "--help" not in names}


def ran(parser: argparse.ArgumentParser, args: List[str]) -> Tuple[str, Set[str]]:
    """The command that these arguments run, and its flags among them."""
    name: List[str] = []
    used: Set[str] = set()
    rest = list(args)
    while rest:
        word = rest.pop(0)
        option = word.split("=", 1)[0] if word.startswith("--") else word[:2] if word.startswith("-") else ""
        for action in parser._actions:
            if option and option in action.option_strings:
                used.add(max(action.option_strings, key=len))
            if isinstance(action, argparse._SubParsersAction) and not option and word in action.choices:
                child = action.choices[word]
                name.append(next(each for each, known in action.choices.items() if known is child))
                parser, used = child, set()
                break
    return " ".join(name), used


def main() -> None:
    parser = cli.make_parser()
    cli.cli.add_args(parser, cli.all_args_description)
    commands: Commands = {name: (child, set()) for name, child in walk(parser)}
    run: Set[str] = set()
    with open(sys.argv[1]) as file:
        for line in file:
            name, used = ran(parser, json.loads(line))
            if name in commands:
                run.update([name, *(f"{name} {flag}" for flag in used)])
    with open(sys.argv[2]) as file:
        table: Dict[str, str] = json.load(file)
    known = {name for name in commands} | {f"{name} {flag}" for name, (child, _) in commands.items() for flag in flags(child)}
    excused = {item for item in known if any(item == entry or item.startswith(f"{entry} ") for entry in table)}
    print(
        json.dumps(
            {
                "known": len(known),
                "run": len(run & known),
                "excused": len(excused - run),
                "missing": sorted(known - run - excused),
                "stale": sorted(entry for entry in table if entry in run or entry not in known | _groups(commands)),
            }
        )
    )


def _groups(commands: Commands) -> Set[str]:
    return {" ".join(name.split()[:count]) for name in commands for count in range(1, len(name.split()))}


if __name__ == "__main__":
    main()
