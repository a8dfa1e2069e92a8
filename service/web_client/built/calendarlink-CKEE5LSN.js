import{a as o}from"./chunk-R22CU5U3.js";import"./chunk-QDKPXAEI.js";import"./chunk-INKI7FXD.js";import"./chunk-3TXHFKDN.js";export{o as CalendarLink};
