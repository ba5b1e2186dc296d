/** Other processes of this program, and the ports and folders that they need. */
package io.narrows.lab.process;
