import{a as o,b as r}from"./chunk-M567FWIO.js";import"./chunk-INKI7FXD.js";import"./chunk-3TXHFKDN.js";export{o as Delay,r as SpectatorNote};
