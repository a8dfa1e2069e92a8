/** Return the faults of layout in the page as sentences: what sticks out, is cut, overlaps, is distorted, or is too small. */
(least) => {
  const HIDDEN = ".hidden, .skip, .keys, option, title, .callout, .tooltip, script, style";
  const LAYERS = ".top, .players, .deciding, .waiting-panel, .slider, .notice, .connection-lost, .enlarged, dialog";
  const CONTROLS = "button, a.button, a[href], select, input, textarea, summary";
  const REFERENCES = ".rule-number, .paragraph";
  const LEAST_REFERENCE = 24;
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);
  const faults = [];
  const report = (kind, ...texts) => faults.push([kind, ...texts.map(short)].join(": "));
  const isVisible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const sticksOut = (element) => element.getBoundingClientRect().right > innerWidth + 1;
  const outside = [...document.querySelectorAll("body *")].filter(sticksOut).slice(0, 9);
  if (wider > 0) report("the page is too wide", `${wider} px`, ...outside.map((each) => `${each.tagName}.${each.className}`));

  /** Return the part of a box that its scrolling or cutting ancestors leave visible. */
  const clipped = (box, element) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const room = each.getBoundingClientRect();
      [left, top] = [Math.max(left, room.left), Math.max(top, room.top)];
      [right, bottom] = [Math.min(right, room.right), Math.min(bottom, room.bottom)];
    }
    return { left, top, right, bottom };
  };

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest(HIDDEN) || !isVisible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const layer = element.closest("svg") ?? element.closest(LAYERS);
    for (const box of range.getClientRects()) {
      const { left, top, right, bottom } = clipped(box, element);
      if (right - left > 3 && bottom - top > 3) texts.push({ element, layer, left, top, right, bottom, text: node.textContent });
    }
  }

  texts.sort((one, other) => one.top - other.top);
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      if (other.top >= one.bottom) break;
      if (other.layer !== one.layer || other.element === one.element) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - other.top;
      const least = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (wide > 3 && high > least * 0.4) report("two texts overlap", one.text, other.text);
    }
  });

  for (const element of new Set(texts.map((each) => each.element))) {
    const style = getComputedStyle(element);
    const isCut = style.overflowX !== "visible" && style.overflowX !== "auto" && element.scrollWidth > element.clientWidth + 1;
    const isLow = style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 3;
    if (isCut && !(style.textOverflow === "ellipsis" && element.closest("[title]"))) report("a text is cut", element.textContent);
    if (isLow && style.webkitLineClamp === "none") report("a line is cut", element.textContent);
  }

  for (const text of document.querySelectorAll(".drawing svg text, .venue svg text")) {
    if (!isVisible(text)) continue;
    const { a, b, c, d } = text.getScreenCTM();
    const isEven = Math.abs(Math.hypot(a, b) - Math.hypot(c, d)) < 0.01 * Math.hypot(a, b);
    if (!isEven || text.closest("[textLength]")) report("letters are distorted", text.textContent);
    const [box, board] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
    if (box.left < board.left - 1 || box.right > board.right + 1) report("a text leaves the board", text.textContent);
  }

  for (const control of document.querySelectorAll(CONTROLS)) {
    if (control.closest(".hidden, .skip, svg") || !isVisible(control) || control.type === "hidden") continue;
    const label = control.closest("label");
    const { width, height } = (label ?? control).getBoundingClientRect();
    const isInText = control.matches("a") && getComputedStyle(control).display === "inline";
    const enough = control.matches(REFERENCES) ? LEAST_REFERENCE : least;
    if (!isInText && width && Math.min(width, height) < enough - 0.5)
      report("a control is too small", `${Math.round(width)} x ${Math.round(height)}`, control.outerHTML.slice(0, 30), control.textContent);
  }
  return [...new Set(faults)];
}
