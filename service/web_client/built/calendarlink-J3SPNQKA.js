import{a as o}from"./chunk-IKI2C32P.js";import"./chunk-LTR5HN2D.js";import"./chunk-BBO4TQYF.js";import"./chunk-3TXHFKDN.js";export{o as CalendarLink};
