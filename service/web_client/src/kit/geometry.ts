/** Geometry of drawings: points, boxes, polygons and transforms. Lengths are units of the drawing. */

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Box = Point & Size;

/** Return the point at a distance and an angle, clockwise from the top. */
export function polar(radius: number, degrees: number, origin: Point = { x: 0, y: 0 }): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: origin.x + radius * Math.sin(angle), y: origin.y - radius * Math.cos(angle) };
}

/** Scale a box in units of a frame to coordinates of the drawing. */
export const scaledTo = (box: Box, frame: Box): Box => ({
  x: frame.x + box.x * frame.width,
  y: frame.y + box.y * frame.height,
  width: box.width * frame.width,
  height: box.height * frame.height,
});

/** Shrink a box by a margin; a negative margin enlarges it. */
export const inset = ({ x, y, width, height }: Box, margin: number): Box => ({
  x: x + margin,
  y: y + margin,
  width: width - 2 * margin,
  height: height - 2 * margin,
});

/** Return the size of a rectangle that is given as a polygon from its top left corner. */
export const sizeOf = ([corner, , opposite]: Point[], unit: number): Size => ({
  width: (opposite.x - corner.x) * unit,
  height: (opposite.y - corner.y) * unit,
});

/** Return the point between the opposite corners of a quadrilateral. */
export const middleOf = ([corner, , opposite]: Point[]): Point => ({
  x: (corner.x + opposite.x) / 2,
  y: (corner.y + opposite.y) / 2,
});

/** Return the place of an element in a grid with rows of `columns` elements. */
export const gridPlace = (index: number, columns: number) => ({
  column: index % columns,
  row: Math.floor(index / columns),
});

/** Format points for an SVG `points` attribute. */
export const formatPoints = (points: Point[]) => points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");

/** Return the SVG transform that moves the origin. */
export const translate = (x: number, y: number) => `translate(${x} ${y})`;

/** Return the path of the four corners of a box.  @param arm length of the sides of a corner */
export function corners({ x, y, width, height }: Box, arm: number) {
  const [right, bottom] = [x + width, y + height];
  return `M${x} ${y + arm}V${y}h${arm}M${right - arm} ${y}H${right}v${arm}M${right} ${bottom - arm}V${bottom}h${-arm}M${x + arm} ${bottom}H${x}v${-arm}`;
}
