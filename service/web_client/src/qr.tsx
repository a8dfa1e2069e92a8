/** A link as a QR code. The library is loaded on first use. */

import { useEffect, useState } from "preact/hooks";
import { screenText as t } from "./i18n";

export function QrCode({ text }: { text: string }) {
  const [path, setPath] = useState<{ size: number; path: string }>();
  useEffect(() => void qrPath(text).then(setPath), [text]);
  if (!path) return null;
  return (
    <svg class="qr" viewBox={`-4 -4 ${path.size + 8} ${path.size + 8}`} role="img" aria-label={t("qr")}>
      <rect x="-4" y="-4" width={path.size + 8} height={path.size + 8} class="qr-background" />
      <path d={path.path} class="qr-dots" />
    </svg>
  );
}

/** Return the SVG path of a QR code. */
async function qrPath(text: string) {
  const { default: qrcode } = await import("qrcode-generator");
  const code = qrcode(0, "L");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  return { size, path };
}
