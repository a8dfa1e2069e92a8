/** Adds a button to each sample that copies it. */
const SHOWN = 1500;
const said = document.body.appendChild(document.createElement("p"));
said.className = "said";
said.setAttribute("role", "status");

for (const sample of document.querySelectorAll("article pre")) {
  const holder = document.createElement("div");
  holder.className = "code";
  sample.replaceWith(holder);
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: "Copy" });
  button.addEventListener("click", () => copy(sample, button));
  holder.append(sample, button);
}

async function copy(sample, button) {
  const isCopied = await written(sample.textContent).catch(() => selected(sample));
  button.textContent = isCopied === false ? "Press Ctrl+C" : "Copied";
  said.textContent = button.textContent;
  setTimeout(() => {
    button.textContent = "Copy";
    said.textContent = "";
  }, SHOWN);
}

/** Write to the clipboard, which pages without TLS do not have. */
async function written(text) {
  await navigator.clipboard.writeText(text);
  return true;
}

/** Select a sample and copy the selection; false if the browser does not allow it. */
function selected(sample) {
  getSelection().selectAllChildren(sample);
  return document.execCommand("copy");
}
