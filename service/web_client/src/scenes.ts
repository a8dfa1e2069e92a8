/** Small scenes on a board: a burst of light around what was won. They are drawn above the board, and end by themselves. */

import type { GameTexts } from "@bottega/client/texts";
import type { Scene } from "./kit/board";

const [LEAST_PIXELS, MOST_PIXELS] = [96, 240];
const RAYS = 12;
/** The time until a moved thing has arrived, and between the scenes of one event. */
const [START_MILLISECONDS, NEXT_MILLISECONDS] = [430, 200];
const LAUREL =
  "M-4 15C-16 12-19-2-13-14M4 15C16 12 19-2 13-14M-15-12q-5 1-6 6 5 1 7-3M-17-4q-5 2-5 7 5 0 7-4M-16 4q-4 3-3 8 5-1 6-6M15-12q5 1 6 6-5 1-7-3M17-4q5 2 5 7-5 0-7-4M16 4q4 3 3 8-5-1-6-6M0-12l3.200 6.600 7.300 1-5.300 5 1.300 7.200L0 4.500-6.500 7.800-5.200.600-10.500-4.400-3.200-5.400Z";

/** Show the scenes of an event, one shortly after the other. */
export function showScenes(frame: HTMLElement, texts: GameTexts, scenes: Scene[]) {
  for (const [index, scene] of scenes.entries())
    setTimeout(() => showScene(frame, texts, scene), START_MILLISECONDS + index * NEXT_MILLISECONDS);
}

function showScene(frame: HTMLElement, texts: GameTexts, scene: Scene) {
  const place = sceneAt(frame, scene.at);
  if (!place) return;
  const element = document.createElement("div");
  element.className = "scene";
  element.ariaHidden = "true";
  placeOver(element, frame, place);
  element.innerHTML = `<svg viewBox="-50 -50 100 100">${light()}<g class="scene-middle"></g></svg>`;
  element.querySelector(".scene-middle")?.append(middleOf(texts, scene));
  element.addEventListener("animationend", ({ target }) => {
    if (target instanceof Element && target.matches(".scene-middle")) element.remove();
  });
  frame.append(element);
}

/** Return the element that a scene is about. The generic board shows the side of a player as an entry of a list. */
function sceneAt(frame: Element, name: string) {
  const names = [`[data-scene="${name}"]`, `[data-key="${name}"]`, `[data-path="${name.replace("seat-", "seats/")}"]`];
  return names.map((each) => frame.querySelector(each)).find((each) => each?.getBoundingClientRect().width);
}

function placeOver(element: HTMLElement, frame: Element, place: Element) {
  const [outer, box] = [frame.getBoundingClientRect(), place.getBoundingClientRect()];
  const size = Math.min(MOST_PIXELS, Math.max(LEAST_PIXELS, 1.7 * Math.max(box.width, box.height)));
  element.style.width = `${size}px`;
  element.style.left = `${box.x + box.width / 2 - outer.x - size / 2}px`;
  element.style.top = `${box.y + box.height / 2 - outer.y - size / 2}px`;
}

/** Draw rays, a ring and sparks. */
function light() {
  const rays = Array.from({ length: RAYS }, (_, index) => {
    const turn = (360 * index) / RAYS;
    const spark = index % 2 ? "" : `<path d="M0-34l2.500 4-2.500 4-2.500-4Z" class="scene-spark"/>`;
    return `<g transform="rotate(${turn})"><path d="M0-24V-38" class="scene-ray"/>${spark}</g>`;
  });
  return `<circle r="22" class="scene-ring"/><g class="scene-rays">${rays.join("")}</g>`;
}

/** Return the icon or text of a scene; a laurel wreath if it has none. */
function middleOf(texts: GameTexts, { icon, text }: Scene): Element {
  const href = icon && texts.appearanceOf(...icon)?.icon;
  if (href) return element("image", { href, x: "-16", y: "-16", width: "32", height: "32" });
  if (!text) return element("path", { d: LAUREL, class: "scene-laurel" });
  const written = element("text", { class: "scene-text", y: "8", "text-anchor": "middle" });
  written.textContent = text;
  return written;
}

function element(name: string, attributes: Record<string, string>): Element {
  const created = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  return created;
}
