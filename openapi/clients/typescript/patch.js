/**
 * JSON Patch (RFC 6902), for the changes of an event to a view. This is own code: the package has no dependencies, and
 * libraries for patches are several times larger, since they also compare documents.
 */

/** @typedef {{op: string, path: string, from?: string, value?: unknown}} Operation */

/** Copy JSON; React Native has no `structuredClone`. @template T @param {T} value @returns {T} */
const copied = (value) => JSON.parse(JSON.stringify(value));

/** @param {string} pointer */
const steps = (pointer) =>
  ["document", ...pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))];

/**
 * Return a document as a patch makes it; the old one stays as it is.
 * @template T
 * @param {T} document
 * @param {Operation[]} patch
 * @returns {T}
 */
export function applyPatch(document, patch) {
  /** @type {any} */
  const root = { document: copied(document) };
  for (const operation of patch) apply(root, operation);
  return root.document;
}

/** @param {any} root @param {Operation} operation */
function apply(root, { op, path, from = "", value }) {
  if (op === "add") put(root, path, value);
  else if (op === "remove") take(root, path);
  else if (op === "replace") replace(root, path, value);
  else if (op === "move") put(root, path, take(root, from));
  else if (op === "copy") put(root, path, copied(read(root, from)));
  else throw new Error(`A patch of operation ${op}.`);
}

/** @param {any} root @param {string} pointer @returns {[any, string]} */
function locate(root, pointer) {
  const path = steps(pointer);
  const name = /** @type {string} */ (path.pop());
  return [path.reduce((value, step) => value[step], root), name];
}

/** @param {any} root @param {string} pointer */
function read(root, pointer) {
  const [parent, name] = locate(root, pointer);
  return parent[name];
}

/** @param {any} root @param {string} pointer */
function take(root, pointer) {
  const [parent, name] = locate(root, pointer);
  const value = parent[name];
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
  return value;
}

/** @param {any} root @param {string} pointer @param {any} value */
function put(root, pointer, value) {
  const [parent, name] = locate(root, pointer);
  if (!Array.isArray(parent)) parent[name] = value;
  else parent.splice(name === "-" ? parent.length : Number(name), 0, value);
}

/** @param {any} root @param {string} pointer @param {any} value */
function replace(root, pointer, value) {
  const [parent, name] = locate(root, pointer);
  parent[name] = value;
}

/**
 * Return the view after an event, without the extra parts of the view before it; undefined if its patch does not fit.
 * @template {{version: number}} View
 * @param {View} view
 * @param {{version: number, patch?: Operation[]}} event
 * @returns {View | undefined}
 */
export function viewAfter(view, { version, patch }) {
  const { actions, previews, events, setup, hints_left, ...bare } = /** @type {any} */ (view);
  try {
    return patch && version === view.version + 1 ? applyPatch(bare, patch) : undefined;
  } catch {
    return undefined;
  }
}
