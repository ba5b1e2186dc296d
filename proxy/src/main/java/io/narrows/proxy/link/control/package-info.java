/** Control messages of a link. */
package io.narrows.proxy.link.control;
