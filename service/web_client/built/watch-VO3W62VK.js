import{a as o,b as r}from"./chunk-I2QLAU2R.js";import"./chunk-M567FWIO.js";import"./chunk-FHOHQOPE.js";import"./chunk-INKI7FXD.js";import"./chunk-3TXHFKDN.js";export{o as LiveBoard,r as WatchScreen};
