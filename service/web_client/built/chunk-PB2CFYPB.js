import{c as e}from"./chunk-RT3GXIRS.js";function p(o){let[i,n]=e();return{isCopied:i===o,copy:()=>navigator.clipboard?.writeText(o).then(()=>n(o),()=>{})}}export{p as a};
