/** Other processes of this program, and the ports and folders that they need. */
@NullMarked
package io.narrows.lab.process;

import org.jspecify.annotations.NullMarked;
