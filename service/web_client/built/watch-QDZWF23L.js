import{a as o,b as r}from"./chunk-57PY6CKC.js";import"./chunk-VKIDXDLK.js";import"./chunk-RM4LASJZ.js";import"./chunk-RT3GXIRS.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
