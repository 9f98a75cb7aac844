/** Slope of the line that comes closest to the points (least squares). */
export function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (i: 0 | 1) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  let [above, below] = [0, 0];
  for (const [a, b] of points) {
    above += (a - x) * (b - y);
    below += (a - x) ** 2;
  }
  return above / below;
}
