"""The folder of unusual images, and the results of other programs. Its README names the sources."""

import csv
import os

# The numbers of files when the tests were written. With fewer files, the tests would check less.
LEAST_FILES = 1800
LEAST_JPEG = 52
LEAST_PNG = 1630
LEAST_SUITE = 170
LEAST_PUBLISHED = 25


class Corpora:
    def __init__(self, folder):
        self.folder = folder
        self.jpeg = self._table("expected-jpeg.tsv")
        self.png = self._table("expected-png.tsv")

    def _table(self, name):
        with open(os.path.join(self.folder, name), newline="", errors="replace") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        return [row for row in rows if os.path.exists(self.path(row["file"]))]

    def path(self, name):
        return os.path.join(self.folder, name)

    def files(self):
        return sorted(
            os.path.join(folder, name) for folder, _, names in os.walk(self.folder) for name in names)

    def suite(self):
        """Returns PngSuite's files."""
        folder = self.path("pngsuite")
        return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".png"))

    def published(self):
        """Returns the paths and CRC-32 checksums of decoded rows in image-png's own table."""
        table = []
        with open(self.path("image-png/tests/results_alpha.txt")) as file:
            for line in file:
                name, _, crc = line.rpartition(": ")
                folder, base = os.path.split(name)
                for place in (f"image-png/{name}", f"pngsuite/{base}" if folder.endswith("pngsuite") else ""):
                    if place and os.path.isfile(self.path(place)) and crc.strip().isdigit():
                        table.append((self.path(place), int(crc)))
                        break
        return table
