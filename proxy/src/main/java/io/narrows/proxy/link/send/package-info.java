/** The sending direction of a link: which codec encodes a frame, where, and when. */
package io.narrows.proxy.link.send;
