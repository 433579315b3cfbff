#!/usr/bin/python3
"""Runs the recipes of Examples/screenshots: the commands of the workflows, the rules of the Makefile, and the hook.

    screenshots.py PROGRAM
"""

import os
import shutil
import subprocess
import sys
import tempfile

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
RECIPES = os.path.join(os.path.dirname(os.path.dirname(HERE)), "Examples", "screenshots")


def load(name):
    with open(os.path.join(RECIPES, name), encoding="utf-8") as file:
        return yaml.safe_load(file)


class Project:
    """A project with screenshots, one of which the build changes."""

    def __init__(self, folder, program):
        self.folder = folder
        tools = os.path.join(folder, "bin")
        os.makedirs(tools)
        os.symlink(program, os.path.join(tools, "frameit"))
        self.env = {**os.environ, "PATH": tools + ":" + os.environ["PATH"], "GITHUB_STEP_SUMMARY": os.path.join(folder, "summary.md")}
        for side in ["expected", "actual"]:
            os.makedirs(os.path.join(folder, "screenshots", side, "pages"))
        shutil.copy(os.path.join(RECIPES, "settings.txt"), os.path.join(folder, "screenshots"))
        for side, color in [("expected", "navy"), ("actual", "crimson")]:
            self.draw(side, "pages/home.png", color)
            self.draw(side, "pages/team.png", "teal")
        with open(os.path.join(folder, "Makefile"), "w", encoding="utf-8") as file:
            file.write(f"screenshots:\n\t@true\ninclude {RECIPES}/Makefile\n")

    def draw(self, side, name, color):
        script = f"canvas 200,120\nbackground white\nlayer box rect 20,20 80,40 fill {color}"
        path = os.path.join(self.folder, "screenshots", side, name)
        subprocess.run(["frameit", "apply", "-e", script, "-o", path, "-q"], env=self.env, check=True)

    def run(self, command):
        return subprocess.run(command, shell=True, cwd=self.folder, env=self.env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def has(self, path):
        return os.path.exists(os.path.join(self.folder, path))


def check(what, condition, output=""):
    print(f"{'ok  ' if condition else 'FAIL'} {what}")
    if not condition:
        sys.exit(output)


def main():
    program = os.path.abspath(sys.argv[1])
    github = [step["run"] for step in load("github.yml")["jobs"]["compare"]["steps"] if "run" in step]
    gitlab = load("gitlab.yml")["screenshots"]["script"]
    hook = load("pre-commit-config.yaml")["repos"][0]["hooks"][0]["entry"]
    for name, commands in [("github.yml", github), ("gitlab.yml", gitlab), ("pre-commit-config.yaml", [hook]),
                           ("Makefile", ["make check-screenshots"])]:
        with tempfile.TemporaryDirectory() as folder:
            project = Project(folder, program)
            outcomes = [project.run(command) for command in commands]
            last = outcomes[-1]
            check(f"{name} fails", last.returncode in (1, 2) and "differs pages/home.png" in last.stdout, last.stdout)
            check(f"{name} writes a report", project.has("screenshots/report/index.html"))
            if name == "github.yml":
                check("github.yml annotates", "::error file=screenshots/actual/pages/home.png" in last.stdout and project.has("summary.md"))
            if name == "gitlab.yml":
                check("gitlab.yml writes JUnit", project.has("screenshots/results.xml"))
            accepted = project.run("make accept-screenshots ONLY='pages/h*'")
            check("make accept-screenshots accepts", accepted.returncode == 0 and "1 accepted" in accepted.stdout, accepted.stdout)
            again = [project.run(command) for command in commands][-1]
            check(f"{name} passes then", again.returncode == 0, again.stdout)


if __name__ == "__main__":
    main()
