import{a as o}from"./chunk-CF6WR4UD.js";import"./chunk-MHRYC7SV.js";import"./chunk-Z26H5PWJ.js";import"./chunk-3TXHFKDN.js";export{o as CalendarLink};
