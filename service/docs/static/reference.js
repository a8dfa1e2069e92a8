/** Shows the operations of one resource with Scalar, offline and in the colours of the site. */
const NO_SAMPLES = [
  "c", "clojure", "csharp", "dart", "fsharp", "go", "http", "java", "js", "julia", "kotlin", "node", "objc", "ocaml", "php",
  "powershell", "r", "ruby", "rust", "swift",
];
const place = document.getElementById("reference");
const list = document.querySelector("main");

Scalar.createApiReference(place, {
  url: place.dataset.document,
  onLoaded: () => list.remove(),
  theme: "none",
  telemetry: false,
  withDefaultFonts: false,
  persistAuth: true,
  showSidebar: false,
  hideSearch: true,
  hideModels: true,
  hideDarkModeToggle: true,
  hideClientButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "none",
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenFirstTag: true,
  showOperationId: true,
  generateOperationSlug: (operation) => operation.operationId,
  authentication: { preferredSecurityScheme: "seatToken" },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  hiddenClients: {
    ...Object.fromEntries(NO_SAMPLES.map((each) => [each, true])),
    shell: ["wget", "httpie"],
    python: ["aiohttp", "python3", "requests", "httpx_async"],
  },
});
