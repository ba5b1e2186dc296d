/** Files that change while they are watched, and when a change is complete. */
package io.narrows.config.watch;
