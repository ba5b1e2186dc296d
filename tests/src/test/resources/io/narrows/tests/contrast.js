// Texts whose contrast with what is behind them is below 4.5, by the formula of WCAG 2.2.
(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = color => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = c => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const color = rgba(getComputedStyle(e).backgroundColor);
      if (color[3] === 255) {
        return color;
      }
    }
    return rgba('white');
  };
  const contrast = element => {
    const style = getComputedStyle(element);
    const text = rgba(element.namespaceURI.endsWith('svg') ? style.fill : style.color);
    const [low, high] = [luminance(text), luminance(ground(element))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const own = element => [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...document.body.querySelectorAll('*')]
    .filter(element => own(element) && element.checkVisibility() && !element.closest('noscript'))
    .filter(element => contrast(element) < 4.5)
    .map(element => `${element.tagName} ${element.textContent.slice(0, 40)}: ${contrast(element).toFixed(2)}`);
})()
