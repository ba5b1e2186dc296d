/** The threads of a store. */
package io.narrows.node.thread;
