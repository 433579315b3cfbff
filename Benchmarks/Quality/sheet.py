"""A sheet of many small images with their names."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

COLUMNS, MARGIN, CAPTION = 6, 10, 34


def contact_sheet(cells: list[tuple[str, str, np.ndarray]], path: Path) -> None:
    """Writes a sheet of cells: a name, a remark and a gray image, 0 to 255. All images must have the same size."""
    height, width = cells[0][2].shape
    rows = -(-len(cells) // COLUMNS)
    step_x, step_y = width + MARGIN, height + CAPTION + MARGIN
    sheet = Image.new("L", (COLUMNS * step_x + MARGIN, rows * step_y + MARGIN), 255)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(12)
    for i, (name, remark, image) in enumerate(cells):
        x, y = MARGIN + i % COLUMNS * step_x, MARGIN + i // COLUMNS * step_y
        draw.text((x, y), f"{name}\n{remark}", fill=0, font=font, spacing=2)
        sheet.paste(Image.fromarray(np.clip(np.round(image), 0, 255).astype(np.uint8)), (x, y + CAPTION))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(path)
