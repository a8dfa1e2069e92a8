/**
 * Return the texts in drawings with too little contrast, as sentences. `[shown, bare]` are two pictures of the page: one
 * with and one without these texts. Only what lies behind the letters counts: where the two pictures differ.
 */
async ([shown, bare]) => {
  /* The least contrast of texts, and of large texts (WCAG 1.4.3). */
  const [ENOUGH, ENOUGH_FOR_LARGE] = [4.5, 3];
  /* The pixels of large letters, and of large letters of this weight. */
  const [LARGE, LARGE_AND_BOLD, BOLD] = [24, 18.66, 700];
  /* How much a channel differs where a letter lies. */
  const INK = 24;
  /* The part of the letters that may have less contrast: the edge of another thing may lie behind them. */
  const FAINT = 0.25;
  const LEAST_INK = 4;
  /* The least part of its box that the letters of a text fill, unless something covers them. */
  const FILLED = 0.25;

  const pixelsOf = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { width, height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
    canvas.drawImage(image, 0, 0);
    return { width, height, data: canvas.getImageData(0, 0, width, height).data };
  };
  const [front, back] = await Promise.all([pixelsOf(shown), pixelsOf(bare)]);
  const scale = front.width / document.documentElement.clientWidth;

  const linear = (channel) => (channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  /** Return red, green, blue and opacity of a colour of CSS. */
  const channels = (colour) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, opacity] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, opacity / 255];
  };
  const mixed = (above, opacity, below) => above.slice(0, 3).map((each, at) => each * opacity + below[at] * (1 - opacity));
  const opacityOf = (element) => {
    let opacity = Number(getComputedStyle(element).fillOpacity);
    for (let each = element; each instanceof SVGElement; each = each.parentNode) opacity *= Number(getComputedStyle(each).opacity);
    return opacity;
  };

  /** List the pixels behind the letters of a text: those of whole ink, or all in small letters. None if it is covered. */
  const behind = (box, ink, opacity) => {
    const [found, whole] = [[], []];
    const [left, top] = [Math.floor((box.left + scrollX) * scale), Math.floor((box.top + scrollY) * scale)];
    const [right, bottom] = [Math.ceil((box.right + scrollX) * scale), Math.ceil((box.bottom + scrollY) * scale)];
    const differ = (one, other) => one.some((each, channel) => Math.abs(each - other[channel]) > INK);
    for (let y = Math.max(0, top); y < Math.min(bottom, front.height); y++)
      for (let x = Math.max(0, left); x < Math.min(right, front.width); x++) {
        const at = 4 * (y * front.width + x);
        const [seen, pixel] = [front, back].map(({ data }) => [...data.subarray(at, at + 3)]);
        if (!differ(seen, pixel)) continue;
        found.push(pixel);
        if (!differ(seen, mixed(ink, opacity, pixel))) whole.push(pixel); // nothing lies above the letter here
      }
    if (whole.length >= LEAST_INK) return whole;
    return found.length < FILLED * (right - left) * (bottom - top) ? [] : found;
  };

  /** Return the colour of the outline that lies around the letters of a text: it is what they lie on. */
  const outlineOf = (text, { stroke, strokeWidth, paintOrder }) =>
    stroke !== "none" && paintOrder.startsWith("stroke") && Number.parseFloat(strokeWidth) > 0 ? Array(LEAST_INK).fill(channels(stroke)) : undefined;

  /** Return a sentence about a text with too little contrast. */
  const faultOf = (text) => {
    const style = getComputedStyle(text);
    const ink = channels(style.fill);
    const opacity = ink[3] * opacityOf(text);
    const ground = outlineOf(text, style) ?? behind(text.getBoundingClientRect(), ink, opacity);
    const { a, b } = text.closest("text").getScreenCTM();
    const size = Number.parseFloat(style.fontSize) * Math.hypot(a, b);
    const words = `${text.textContent.trim()} (${size.toFixed(0)} px, ${style.fill}, ${opacityOf(text).toFixed(2)})`;
    if (ground.length < LEAST_INK) return ""; // the outline of a selected thing covers it
    const found = ground.map((each) => contrast(mixed(ink, opacity, each), each)).sort((one, other) => one - other);
    const least = found[Math.floor(found.length * FAINT)];
    const isLarge = size >= LARGE || (size >= LARGE_AND_BOLD && Number(style.fontWeight) >= BOLD);
    return least < (isLarge ? ENOUGH_FOR_LARGE : ENOUGH) ? `${least.toFixed(2)}: ${words}` : "";
  };

  const isVisible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const hasLetters = ({ childNodes }) => [...childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim());
  const written = [...document.querySelectorAll("svg text, svg tspan")];
  const texts = written.filter((each) => hasLetters(each) && isVisible(each));
  return [...new Set(texts.map(faultOf).filter(Boolean))];
}
