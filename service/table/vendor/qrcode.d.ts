/** The QR code generator, as far as this page uses it. */
declare function qrcode(type: 0, correction: "L" | "M"): {
  addData(text: string): void;
  make(): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
};
export default qrcode;
