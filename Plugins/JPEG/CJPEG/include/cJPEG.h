#include <frameit_io.h>
int frameit_JPEG(void);
