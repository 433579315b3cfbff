print("frameit")
