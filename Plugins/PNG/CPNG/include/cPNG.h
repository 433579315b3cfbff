#include <frameit_io.h>
int frameit_PNG(void);
